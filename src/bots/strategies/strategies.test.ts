import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyPlayed, columnsOf, minutesOf, play, run, termsOf } from '../../../tests/bot-runs.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Minute } from '../engine/portfolio.ts'
import { strategies } from './catalog.ts'

const capital = wholeMoney(1_000 * 1e8)

test('the property tests cover every strategy', () => {
  expect(anyPlayed.map(([id]) => id).sort()).toEqual(strategies.map(({ id }) => id).sort())
})

test.each(anyPlayed)('%s needs at most the declared warm-up candles', (id, anyParams) => {
  fc.assert(
    fc.property(minutesOf(40), minutesOf(900), anyParams, (played, earlier, params) => {
      const playing = play(id, params)
      const before = moved(earlier, played[0]?.openTime ?? 0)
      const from = played[0]?.openTime ?? 0
      const ranAfter = (warmUp: number) => {
        const candles = warmUp === 0 ? [] : before.slice(-warmUp)
        const minutes = columnsOf([...candles, ...played])
        return run({ setup: { capital, terms: termsOf(), playing }, tf: 1, minutes, from })
      }
      if (before.length < playing.warmUp) return
      const once = ranAfter(playing.warmUp)
      const twice = ranAfter(2 * playing.warmUp)
      expect(twice.fills).toEqual(once.fills)
      expect(decisions(twice)).toEqual(decisions(once))
    }),
    { numRuns: 40 },
  )
})

test('a DCA deal with initial settings and all safety orders fits the initial capital', () => {
  const dca = strategies.find(({ id }) => id === 'dca')
  const initial = (name: string) => dca?.parameters.find((each) => each.name === name)?.initial ?? 0
  const steps = Array.from({ length: initial('safetyOrders') + 1 }, (_, n) => initial('scale') ** n)
  const deal = initial('amount') * steps.reduce((sum, step) => sum + step, 0)
  expect(deal).toBeGreaterThan(100)
  expect(deal).toBeLessThan(1000)
})

/** Returns the decisions without signals: these may differ after the twelfth digit, decisions may not. */
function decisions({ log }: ReturnType<typeof run>) {
  return log.flatMap((entry) => (entry.kind === 'decision' ? [{ time: entry.time, intents: entry.intents }] : []))
}

/** Shifts minutes in time so that the last minute ends at `end` */
function moved(minutes: readonly Minute[], end: number): Minute[] {
  const by = end - 60_000 - (minutes.at(-1)?.openTime ?? 0)
  return minutes.map((minute) => ({ ...minute, openTime: minute.openTime + by }))
}
