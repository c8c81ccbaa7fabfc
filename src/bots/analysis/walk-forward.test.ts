import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyPlayed, columnsOf, minute, minutesOf, start, termsOf } from '../../../tests/bot-runs.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { type BacktestTask, runBacktest } from '../backtest/run-backtest.ts'
import { statisticsOf } from '../backtest/statistics.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Json } from '../engine/strategy.ts'
import { analyse } from './analyse.ts'
import { joinWindows, walkForward, windowsOf } from './walk-forward.ts'

const minuteMs = 60_000
const capital = wholeMoney(1_000 * 1e8)
const costs = { takerFee: 1000, makerFee: 200, spread: 100, slippage: 500 }

describe.each(anyPlayed)('%s', (strategy, anyParams) => {
  const anyTask: fc.Arbitrary<BacktestTask> = fc
    .record({
      minutes: minutesOf(150, 120),
      params: anyParams as fc.Arbitrary<Record<string, Json>>,
      order: fc.constantFrom('nearest' as const, 'pessimistic' as const),
      volumeShare: fc.constantFrom(undefined, 10),
      risk: fc.constantFrom(undefined, { stopLoss: 3000, takeProfit: 3000, maxDrawdown: 90_000 }),
    })
    .map(({ minutes, params, risk, ...terms }) => ({
      strategy,
      params,
      capital,
      risk,
      terms: termsOf({ costs, ...terms }),
      tf: 1,
      from: start + 20 * minuteMs,
      to: start + 300 * minuteMs,
      minutes: columnsOf(minutes),
    }))

  test('the other order computed alongside equals a separate run in that order', () => {
    fc.assert(
      fc.property(anyTask, (task) => {
        const order = task.terms.order === 'nearest' ? 'pessimistic' : 'nearest'
        const alone = runBacktest({ ...task, terms: { ...task.terms, order } })
        const { other, ...first } = runBacktest({ ...task, both: true })
        const { equity, deepest } = alone.marks
        expect(other).toEqual({ equity, deepest })
        expect(first).toEqual(runBacktest(task))
      }),
      { numRuns: runsOf(200) },
    )
  })

  test('parts equal separate runs', () => {
    fc.assert(
      fc.property(anyTask, (task) => {
        for (const { inSample, outOfSample } of walkForward(task, runBacktest(task), 2)?.windows ?? []) {
          const until = runBacktest({ ...task, to: inSample.to })
          const after = runBacktest({ ...task, from: outOfSample.from, to: outOfSample.to })
          expect(inSample.statistics).toEqual(statisticsOf(until, task))
          expect(outOfSample.statistics).toEqual(statisticsOf(after, task))
        }
      }),
      { numRuns: runsOf(50) },
    )
  })
})

test('windows share their start, follow each other, begin with candles and end with the period', () => {
  const hour = 60 * minuteMs
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 31) + 7 * minuteMs]
  const windows = windowsOf({ from, to, tf: 60 })
  expect(windows.map(({ end }) => end)).toEqual([
    Date.UTC(2026, 0, 16),
    Date.UTC(2026, 0, 19, 18),
    Date.UTC(2026, 0, 23, 12),
    Date.UTC(2026, 0, 27, 6),
  ])
  expect(windows.map(({ next }) => next)).toEqual([...windows.slice(1).map(({ end }) => end), to])
  expect(windowsOf({ from, to: from + 99 * hour, tf: 60 })).toEqual([])
  expect(windowsOf({ from, to: from + 100 * hour, tf: 60 })).toEqual([
    { end: from + 50 * hour, next: from + 100 * hour },
  ])
})

const day = 86_400_000
const empty = runBacktest({
  strategy: 'ma-cross',
  params: { fast: 2, slow: 3 },
  capital,
  terms: termsOf(),
  tf: 1,
  from: 0,
  to: 0,
  minutes: columnsOf([]),
})
const partOf = (from: number, to: number, profitShare: number, buyAndHold: number) => ({
  from: from * day,
  to: to * day,
  statistics: { ...statisticsOf(empty, { capital, tf: 1 }), profitShare, buyAndHold },
})

test('out-of-sample parts compound and are compared with the in-sample pace', () => {
  const together = joinWindows([
    { inSample: partOf(0, 10, 0.21, 0), outOfSample: partOf(10, 15, 0.1, 0.02) },
    { inSample: partOf(0, 15, 0.331, 0), outOfSample: partOf(15, 20, -0.05, 0.5) },
  ])
  expect(together?.profitShare).toBeCloseTo(1.1 * 0.95 - 1, 12)
  expect(together?.buyAndHold).toBeCloseTo(1.02 * 1.5 - 1, 12)
  // The in-sample pace promises a growth of ln 1.1 in five days, in both windows.
  expect(together?.efficiency).toBeCloseTo(Math.log(1.1 * 0.95) / (2 * Math.log(1.1)), 12)
  const lost = joinWindows([{ inSample: partOf(0, 10, -0.1, 0), outOfSample: partOf(10, 15, 0.1, 0) }])
  expect(lost?.efficiency).toBeUndefined()
  expect(joinWindows([])).toBeUndefined()
})

test('an analysis is complete and deterministic', () => {
  const closes = Array.from({ length: 2000 }, (_, at) =>
    Math.round(10_000 + 300 * Math.sin(at / 15) + 40 * Math.sin(at * at)),
  )
  const minutes = columnsOf(
    closes.map((close, at) => {
      const open = closes[at - 1] ?? close
      return minute(start + at * minuteMs, [open, Math.max(open, close) + 5, Math.min(open, close) - 5, close])
    }),
  )
  const task: BacktestTask = {
    strategy: 'ma-cross',
    params: { fast: 5, slow: 20 },
    capital,
    terms: termsOf({ costs }),
    risk: { stopLoss: 1000 },
    tf: 1,
    from: start + 30 * minuteMs,
    to: start + 2000 * minuteMs,
    minutes,
    both: true,
  }
  const run = runBacktest(task)
  const analysis = analyse(task, run)
  expect(analyse(task, run)).toEqual(analysis)
  expect(analysis).toMatchObject({
    statistics: statisticsOf(run, task),
    warnings: [{ kind: 'few-trades', sales: analysis.statistics.sales }, { kind: 'short-period' }],
    years: [{ year: 2026 }],
    other: { order: 'pessimistic', profitShare: (run.other?.equity.at(-1) ?? 0) / capital - 1 },
    randomEntries: { runs: 200 },
    monteCarlo: { runs: 1000, trades: analysis.statistics.sales },
  })
  expect(analysis.walkForward?.windows.length).toBe(4)
})
