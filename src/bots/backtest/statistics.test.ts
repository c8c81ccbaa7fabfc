import { describe, expect, test } from 'bun:test'
import { columnsOf, minute, termsOf } from '../../../tests/bot-runs.ts'
import { type Money, wholeMoney } from '../engine/money.ts'
import { answerText } from './backtest-answer.ts'
import { runBacktest } from './run-backtest.ts'
import { dailyReturns, statisticsOf } from './statistics.ts'

const day = 86_400_000
/** Start of the run: midnight in Moscow */
const from = Date.UTC(2026, 0, 4, 21)
const capital = 1000 as Money
const column = (...values: number[]) => Float64Array.from(values)
const marksOf = (
  equity: number[],
  { close = equity.map(() => 10), holds = equity.map(() => 0), step = day, fall = [0, 0] } = {},
) => ({
  time: column(...equity.map((_, n) => from + n * step)),
  equity: column(...equity),
  close: column(...close),
  holds: column(...holds),
  deepest: column(fall[0] ?? 0),
  longestMs: column(fall[1] ?? 0),
})
const none = { time: column(), side: column(), price: column(), quantity: column() }
const noTrades = { ...none, fee: column(), profit: column(), reason: column() }

test('statistics of five days, three sales and one drawdown equal those computed by hand', () => {
  const trades = {
    ...noTrades,
    side: column(1, -1, 1, -1, -1),
    fee: column(1, 1, 1, 1, 1),
    profit: column(0, 30, 0, -10, 0),
  }
  // Daily returns are +10 %, −10 %, +10 %, 0, +10 %: mean 4 %, deviation 8 %; deviation of the losses only √(1 % / 5).
  const equity = [1100, 990, 1089, 1089, 1197.9]
  const marks = marksOf(equity, { close: [10, 11, 11, 11, 12], holds: [1, 1, 0, 0, 1], fall: [0.1, 3 * day] })
  const { sharpe, sortino, cagr, calmar, ...others } = statisticsOf({ trades, marks }, { capital, tf: 1440 })
  expect(sharpe).toBeCloseTo(9.55248659, 7)
  expect(sortino).toBeCloseTo(17.08800749, 7)
  expect((cagr ?? 0) / 535_329.84).toBeCloseTo(1, 5)
  expect((calmar ?? 0) / (cagr ?? 1)).toBeCloseTo(10, 8)
  expect(others.profitShare).toBeCloseTo(0.1979, 10)
  expect(others.maxDrawdown).toBeCloseTo(0.1, 10)
  expect(others.buyAndHold).toBeCloseTo(0.2, 10)
  expect(others).toMatchObject({
    ...{ equity: 1197.9, trades: 5, sales: 3, wins: 1, winRate: 1 / 3, profitFactor: 3, expectancy: 20 / 3, fees: 5 },
    ...{ exposure: 0.6, longestDrawdownMs: 3 * day },
  })
})

describe('a run that ends inside a candle', () => {
  const start = Date.UTC(2026, 0, 5)
  const falling = Array.from({ length: 180 }, (_, n) => {
    const [open, close] = [10_000 - 20 * n, 10_000 - 20 * (n + 1)]
    return minute(start + n * 60_000, [open, open, close, close])
  })
  const task = {
    strategy: 'dca',
    params: { amount: 500, every: 100, safetyOrders: 0, dip: 1, scale: 1, takeProfit: 0 },
    capital: wholeMoney(1000 * 1e8),
    terms: termsOf(),
    risk: { stopLoss: 50_000 },
    tf: 60 as const,
    from: start,
    minutes: columnsOf(falling),
  }

  test('ends with a mark at its last minute', () => {
    const to = start + 119 * 60_000
    const run = runBacktest({ ...task, to, both: true })
    const statistics = statisticsOf(run, { ...task, to })
    expect([...run.trades.side]).toEqual([1, -1])
    expect([...run.marks.time]).toEqual([start, start + 60 * 60_000])
    expect(statistics.profit).toBe(run.trades.profit[1] as Money)
    expect(Number(statistics.profit)).toBeLessThan(-24 * 1e8)
    expect(statistics.maxDrawdown).toBeCloseTo(-statistics.profitShare, 12)
    expect(run.other?.equity.at(-1)).toBe(run.marks.equity.at(-1))
  })

  test('lasts as long as requested, and its answer ends there', async () => {
    const to = start + 119 * 60_000
    const run = runBacktest({ ...task, to })
    const answer = { instrument: { priceDigits: 2, volumeDigits: 3 }, request: { tf: task.tf, to } }
    let text = ''
    for await (const part of answerText(run, {}, answer)) text += part
    expect(JSON.parse(text).equity.map(([time]: [number]) => time)).toEqual([start, to])
  })

  test('counts drawdowns between its marks', () => {
    const prices = (n: number) => (n === 70 ? 5000 : 10_000)
    const minutes = columnsOf(
      Array.from({ length: 180 }, (_, n) => minute(start + n * 60_000, [10_000, 10_000, prices(n), prices(n)])),
    )
    const statistics = statisticsOf(runBacktest({ ...task, risk: undefined, minutes, to: start + 180 * 60_000 }), task)
    expect(statistics.maxDrawdown).toBeCloseTo(0.25, 12)
    expect(statistics.longestDrawdownMs).toBe(60_000)
  })
})

test('days are in Moscow time', () => {
  const halves = marksOf([1050, 1100, 1155, 1210], { step: day / 2 })
  expect(dailyReturns(halves, capital).map((value) => value.toFixed(6))).toEqual(['0.100000', '0.100000'])
})

test('figures without enough data are undefined', () => {
  const few = statisticsOf({ trades: noTrades, marks: marksOf([1010], { step: day / 24 }) }, { capital, tf: 60 })
  const { cagr, sharpe, sortino, calmar, winRate, profitFactor, expectancy } = few
  expect([cagr, sharpe, sortino, calmar, winRate, profitFactor, expectancy]).toEqual(Array(7).fill(undefined))
  const days = (count: number) =>
    statisticsOf(
      { trades: noTrades, marks: marksOf([1100, 990, 1089, 1089, 1198].slice(0, count)) },
      { capital, tf: 1440 },
    )
  expect([days(3).sharpe, days(3).sortino, typeof days(4).sharpe, typeof days(4).sortino]).toEqual([
    undefined,
    undefined,
    'number',
    'number',
  ])
  const flat = statisticsOf({ trades: noTrades, marks: marksOf([1000, 1000, 1000]) }, { capital, tf: 1440 })
  expect([flat.sharpe, flat.calmar, flat.maxDrawdown, flat.longestDrawdownMs]).toEqual([undefined, undefined, 0, 0])
})
