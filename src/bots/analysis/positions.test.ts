import { expect, test } from 'bun:test'
import { termsOf } from '../../../tests/bot-runs.ts'
import { positionsOf } from './luck.ts'

const column = (values: readonly number[]) => Float64Array.from(values)

/** Reads positions from candles of ten minutes each; a trade is [time, side, quantity in thousandths]. */
function read(equity: readonly number[], trades: readonly (readonly [time: number, side: 1 | -1, quantity: number])[]) {
  const none = column(trades.map(() => 0))
  const marks = {
    time: column(equity.map((_, n) => n * 10)),
    equity: column(equity.map((whole) => whole * 1e8)),
    close: column(equity.map(() => 2000)),
    holds: column(equity.map(() => 0)),
    deepest: none,
    longestMs: none,
  }
  const [time, side, quantity] = [0, 1, 2].map((at) => column(trades.map((trade) => trade[at] ?? 0)))
  const columns = { time: time ?? none, side: side ?? none, quantity: quantity ?? none }
  return positionsOf(
    { trades: { ...columns, price: none, fee: none, profit: none, reason: none }, marks },
    termsOf().scale,
  )
}

test('a position lasts from its first purchase until nothing is held, despite trades in between', () => {
  const { all, invested } = read(
    [100, 100, 100, 80, 100, 100, 100],
    [
      [10, 1, 1000],
      [19, 1, 1000],
      [20, -1, 1000],
      [40, -1, 1000],
      // This position is bought and sold within one candle.
      [52, 1, 500],
      [55, -1, 500],
      // This position is still held at the end.
      [60, 1, 5000],
    ],
  )
  expect(all).toEqual([
    { from: 1, length: 3 },
    { from: 5, length: 0 },
    { from: 6, length: 1 },
  ])
  // Invested shares by candle: two units at 20.00 of 100, one of 100, one of 80, and everything in the last candle
  expect(invested).toBeCloseTo((0.4 + 0.2 + 0.25 + 1) / 4, 12)
})

test('the invested share is at most 1, and is 1 if nothing was held at a close', () => {
  expect(read([10, 10], [[0, 1, 1000]]).invested).toBe(1)
  expect(read([10, 10], []).invested).toBe(1)
  expect(read([10, 10], []).all).toEqual([])
})
