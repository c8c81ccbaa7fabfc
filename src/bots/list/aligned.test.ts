import { expect, test } from 'bun:test'
import { wholeMoney } from '../engine/money.ts'
import { alignedCurves, correlationsOf, sumOf } from './aligned.ts'

const hourMs = 3_600_000
const begin = Date.UTC(2026, 0, 5)

/** Creates a bot with a capital of 100 and these equities, `step` hours apart; the last one is the current equity. */
function begun(first: number, equities: readonly number[], step = 1): Parameters<typeof alignedCurves>[0][number] {
  const marks = equities.map((equity, n) => ({ hour: begin + (first + n * step) * hourMs, equity, close: 1 }))
  const money = wholeMoney(equities.at(-1) ?? 100)
  const figures = { capital: wholeMoney(100), equity: money, price: undefined, profit: wholeMoney(money - 100) }
  const none = { realised: figures.profit, unrealised: wholeMoney(0), fees: wholeMoney(0), dayProfit: undefined }
  const rest = { profitShare: 0, buyAndHold: undefined, maxDrawdown: 0, winRate: undefined, position: undefined }
  return {
    history: { marks, sales: 0, wins: 0 },
    figures: { ...figures, ...none, ...rest, sales: 0, wins: 0, spark: [] },
  }
}

test('bots of different ages are aligned: the capital before, the last equity after', () => {
  const aligned = alignedCurves([begun(0, [101, 102, 103]), begun(2, [90, 80, 70])])
  expect(aligned.times).toEqual([0, 1, 2, 3, 4, 5].map((hour) => begin + hour * hourMs))
  expect(aligned.equities).toEqual([
    [100, 101, 102, 103, 103, 103],
    [100, 100, 100, 90, 80, 70],
  ])
  expect(sumOf(aligned)).toEqual([200, 201, 202, 193, 183, 173])
  expect(alignedCurves([begun(0, [])])).toEqual({ times: [], equities: [[]] })
})

test('only the newest 2,160 hours are drawn, beginning with the equity at that time', () => {
  const { times, equities } = alignedCurves([begun(0, [150]), begun(5000, [90])])
  expect([times.length, times[0], times.at(-1)]).toEqual([2161, begin + 2841 * hourMs, begin + 5001 * hourMs])
  expect([equities[0]?.[0], equities[1]?.[0], equities[1]?.at(-1)]).toEqual([150, 100, 90])
})

test('daily returns correlate from seven shared days on', () => {
  const [up, down] = [
    [101, 100, 102, 99, 103, 98, 104],
    [99, 100, 98, 101, 97, 102, 96],
  ]
  const [one, other] = [begun(0, up ?? [], 24), begun(0, down ?? [], 24)]
  const [[self, against] = []] = correlationsOf([one, other])
  expect(self).toBeCloseTo(1, 12)
  expect(against).toBeLessThan(-0.99)
  expect(correlationsOf([one, begun(0, (down ?? []).slice(1), 24)])[0]?.[1]).toBeUndefined()
})
