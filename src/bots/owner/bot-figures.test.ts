import { expect, test } from 'bun:test'
import { minute, noCosts, start, termsOf } from '../../../tests/bot-runs.ts'

import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Intent } from '../engine/order.ts'
import type { RunState, Setup } from '../engine/run-state.ts'
import { openRun, step } from '../engine/step.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { figuresOf, type PerformanceHistory, priceFor } from './bot-figures.ts'

const hour = 3_600_000
const capital = wholeMoney(1000 * 1e8)
const setup: Setup = { capital, terms: termsOf({ costs: { ...noCosts, takerFee: 1000 } }) }

/** Plays a bot that buys for 500 at 100.00 and sells `sold` at 110.00; the last price is 90.00. */
function played(sold: number): RunState {
  const sale: Intent = { act: 'sell', quantity: wholeUnits(sold), reason: 'person' }
  const wanted: Intent[][] = [[{ act: 'buy', spend: wholeMoney(500 * 1e8), reason: 'person' }], sold > 0 ? [sale] : []]
  return [10_000, 11_000, 9000].reduce((state, price, n) => {
    const time = start + n * hour
    const placed = step(setup, state, { kind: 'act', act: { do: 'order', intents: wanted[n] ?? [] }, time })
    return step(setup, placed.state, { kind: 'minute', minute: minute(time, [price, price, price, price]) }).state
  }, openRun(setup))
}

function rowOf(state: RunState | undefined, more: Partial<BotRow> = {}): BotRow {
  return {
    id: 'one',
    userId: null,
    kind: 'strategy',
    name: 'One',
    asset: 'BTCUSDT',
    tf: 1,
    capital,
    state: 'running',
    reason: null,
    revision: 1,
    playedRevision: 1,
    createdAt: start,
    updatedAt: start,
    startedAt: start,
    source: 'demo',
    priceDigits: 2,
    volumeDigits: 3,
    cursor: start + 2 * hour,
    snapshot: state ? JSON.stringify(state) : null,
    equity: capital,
    nextTrade: 1,
    nextAct: 1,
    holder: null,
    heldUntil: 0,
    shareKey: null,
    ...more,
  }
}

const mark = (n: number, equity: number, close: number) => ({ hour: start + n * hour, equity: equity * 1e8, close })
const past: PerformanceHistory = {
  marks: [mark(0, 1010, 10_000), mark(1, 1040, 11_000), mark(2, 936, 9000)],
  sales: 1,
  wins: 1,
}

test('drawdowns are measured every minute; runs stored before that use hourly marks', () => {
  const fallOf = (state: RunState, price?: number) =>
    figuresOf(rowOf(state), past, price === undefined ? undefined : wholeUnits(price)).maxDrawdown
  const [state, minutes] = [played(2000), 60_000]
  const later = { kind: 'minute', minute: minute(start + 2 * hour + minutes, [8000, 8000, 8000, 8000]) } as const
  const again = { kind: 'minute', minute: minute(start + 2 * hour + 2 * minutes, [9000, 9000, 9000, 9000]) } as const
  const fallen = step(setup, step(setup, state, later).state, again).state
  expect(fallOf(fallen)).toBeCloseTo(1 - 959.3805 / 1049.2305, 12)
  expect(fallOf(state, 7000)).toBeCloseTo(1 - 929.4305 / 1049.2305, 12)
  const { drawdown: _, ...older } = state
  expect(fallOf(older)).toBeCloseTo(0.1, 12)
})

test('figures are computed at the current price', () => {
  const { position, ...figures } = figuresOf(rowOf(played(2000)), past, wholeUnits(12_000))
  // The bot buys 4.995 for 499.50 and a fee of 0.4995; 2 of these are sold for 220 minus 0.22, at a cost of 200.2.
  expect(position).toEqual({ quantity: wholeUnits(2995), paidPrice: 10_010, worth: wholeMoney(359.4 * 1e8) })
  expect(figures).toMatchObject({
    equity: 107_918_050_000,
    profit: 7_918_050_000,
    realised: 1_958_000_000,
    unrealised: 5_960_050_000,
    fees: 71_950_000,
    dayProfit: 7_918_050_000,
    sales: 1,
    wins: 1,
    winRate: 1,
  })
  expect(figures.profitShare).toBeCloseTo(0.0791805, 12)
  expect(figures.buyAndHold).toBeCloseTo(0.2, 12)
  // The equity falls from 1049.2305 at 110.00 to 989.3305 at 90.00.
  expect(figures.maxDrawdown).toBeCloseTo(1 - 989.3305 / 1049.2305, 12)
  expect(figures.spark).toEqual([1000, 1010, 1040, 936].map((equity) => equity * 1e8).concat(figures.equity))
})

test('buy and hold starts at the initial price, the day profit 24 hours ago', () => {
  const row = rowOf(played(0), { cursor: start + 26 * hour })
  const figures = figuresOf(row, { ...past, startPrice: wholeUnits(8000) }, wholeUnits(10_000))
  expect(figures.buyAndHold).toBeCloseTo(0.25, 12)
  expect(figures.dayProfit).toBe(wholeMoney(figures.equity - 1040 * 1e8))
})

test('an ended bot keeps its final figures at any price; a draft has its capital', () => {
  const stopped = figuresOf(rowOf(played(4995), { state: 'stopped' }), past, wholeUnits(20_000))
  expect(stopped).toMatchObject({ price: 9000, unrealised: 0, position: undefined, dayProfit: undefined })
  expect(stopped.profit).toBe(stopped.realised)
  const draft = figuresOf(rowOf(undefined, { state: 'draft', cursor: -1 }), { marks: [], sales: 0, wins: 0 }, undefined)
  expect(draft).toMatchObject({ equity: capital, profit: 0, profitShare: 0, maxDrawdown: 0, spark: [] })
  expect(draft).toMatchObject({ price: undefined, buyAndHold: undefined, winRate: undefined })
})

test('a sparkline of a long life has 49 values, from the capital to now', () => {
  const marks = Array.from({ length: 500 }, (_, n) => mark(n, 1001 + n, 10_000))
  const { spark } = figuresOf(rowOf(played(0)), { ...past, marks }, wholeUnits(10_000))
  expect(spark).toHaveLength(49)
  expect(spark.slice(-2, -1)).toEqual([1500 * 1e8])
  expect(spark[0]).toBe(capital)
})

test('a bot has no price if the source or the digits have changed', () => {
  const instrument = { asset: 'BTCUSDT', base: 'BTC', quote: 'USDT', name: 'Bitcoin', priceDigits: 2, volumeDigits: 3 }
  const close = wholeUnits(9000)
  const tick = { asset: 'BTCUSDT', tf: 1 as const, openTime: 0, open: close, high: close, low: close, close }
  const market = {
    feed: { id: 'demo' as const },
    instrument: () => instrument,
    current: () => ({ ...tick, volume: close, isClosed: false, time: 0 }),
  }
  expect(priceFor(rowOf(undefined), market)).toBe(close)
  expect(priceFor(rowOf(undefined, { source: 'binance' }), market)).toBeUndefined()
  expect(priceFor(rowOf(undefined, { priceDigits: 3 }), market)).toBeUndefined()
})
