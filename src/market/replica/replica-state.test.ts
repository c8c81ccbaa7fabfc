import { expect, test } from 'bun:test'
import type { MarketState } from '../asset-state.ts'
import { createReplicaState } from './replica-state.ts'

test('the announced state is shown while followed; changes are published, silence once', () => {
  const emitted: unknown[] = []
  const standing = createReplicaState({ emit: (_topic, state) => void emitted.push(state) })
  const connecting = { name: 'connecting', isBackfilling: false }
  const live: MarketState = { name: 'live', isBackfilling: true }
  const silent = (until: number) => ({ name: 'waiting', until, reason: 'silent', isBackfilling: false })
  expect(standing.state()).toEqual(connecting as MarketState)
  standing.show(true)
  standing.receive(live)
  standing.show(false)
  expect(emitted).toEqual([])
  for (let times = 0; times < 2; times++) standing.show(true)
  expect([standing.state(), emitted]).toEqual([live, [live]])
  for (const now of [1000, 5000]) standing.showSilence(now)
  expect([standing.state(), emitted]).toEqual([silent(7000), [live, silent(3000)]] as [MarketState, unknown[]])
  // A state received before the silence is not shown again.
  standing.show(true)
  expect(emitted.slice(2)).toEqual([connecting])
  const limited: MarketState = { name: 'waiting', until: 1, reason: 'limited', isBackfilling: false }
  standing.receive(limited)
  standing.show(true)
  standing.showSilence(1000)
  expect(emitted.slice(3)).toEqual([limited, silent(3000)])
})
