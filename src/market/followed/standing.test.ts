import { expect, test } from 'bun:test'
import type { MarketState } from '../asset-state.ts'
import { createStanding } from './standing.ts'

test('the announced state is shown while followed; changes are published, silence once', () => {
  const told: unknown[] = []
  const standing = createStanding({ emit: (_topic, state) => void told.push(state) })
  const connecting = { name: 'connecting', isBackfilling: false }
  const live: MarketState = { name: 'live', isBackfilling: true }
  const silent = (until: number) => ({ name: 'waiting', until, reason: 'silent', isBackfilling: false })
  expect(standing.state()).toEqual(connecting as MarketState)
  standing.show(true)
  standing.hear(live)
  standing.show(false)
  expect(told).toEqual([])
  for (let times = 0; times < 2; times++) standing.show(true)
  expect([standing.state(), told]).toEqual([live, [live]])
  for (const now of [1000, 5000]) standing.showSilence(now)
  expect([standing.state(), told]).toEqual([silent(7000), [live, silent(3000)]] as [MarketState, unknown[]])
  // The state from before the silence is not shown again.
  standing.show(true)
  expect(told.slice(2)).toEqual([connecting])
  const limited: MarketState = { name: 'waiting', until: 1, reason: 'limited', isBackfilling: false }
  standing.hear(limited)
  standing.show(true)
  standing.showSilence(1000)
  expect(told.slice(3)).toEqual([limited, silent(3000)])
})
