import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { columnsOf, minute, start, termsOf } from '../../../tests/bot-runs.ts'
import { type BacktestTask, runBacktest } from '../backtest/run-backtest.ts'
import { statisticsOf } from '../backtest/statistics.ts'
import { wholeMoney } from '../engine/money.ts'
import { cellsOf, type SweepCells, type SweepPlan } from './sweep-cells.ts'
import { plateauOf, sweepResult } from './sweep-result.ts'
import { createSweeps } from './sweeps.ts'
import { walkForward } from './walk-forward.ts'

setDefaultTimeout(60_000)

const capital = wholeMoney(1_000 * 1e8)
const fastRange = { name: 'fast', from: 2, to: 6, step: 2 }
const slowRange = { name: 'slow', from: 4, to: 12, step: 4 }
const plan: SweepPlan = {
  strategy: 'ma-cross',
  params: { fast: 2, slow: 4 },
  ranges: [fastRange, slowRange],
  search: { kind: 'grid' },
}

function ready(given: SweepPlan): Extract<SweepCells, { status: 'ready' }> {
  const cells = cellsOf(given)
  if (cells.status !== 'ready') throw new Error(JSON.stringify(cells))
  return cells
}

const paramsOf = (given: SweepPlan) => ready(given).cells.map(({ params }) => params)

describe('cells', () => {
  test('of a grid are all that the strategy accepts, with their max warm-up', () => {
    const { cells, counts, warmUp } = ready(plan)
    expect(counts).toEqual([3, 3])
    // The cells (4, 4) and (6, 4) are left out, because fast must be below slow.
    expect(cells.map(({ params }) => [params.fast, params.slow])).toEqual([
      [2, 4],
      [2, 8],
      [2, 12],
      [4, 8],
      [4, 12],
      [6, 8],
      [6, 12],
    ])
    expect(cells[6]?.at).toEqual([2, 2])
    expect(warmUp).toBe(13)
  })

  test('keep the parameters that are not swept, and have plain decimal values', () => {
    const params = { length: 20, atrLength: 14, atrMultiple: 2 }
    const ranges = [{ name: 'atrMultiple', from: 0.5, to: 1.2, step: 0.1 }]
    expect(paramsOf({ ...plan, strategy: 'breakout', params, ranges }).map((each) => each.atrMultiple)).toEqual([
      0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2,
    ])
    expect(paramsOf({ ...plan, strategy: 'breakout', params, ranges })[0]).toMatchObject({ length: 20, atrLength: 14 })
  })

  test('drawn at random are distinct, and the same for the same seed', () => {
    const ranges = [
      { ...fastRange, to: 400 },
      { ...slowRange, to: 500 },
    ]
    const drawn = (seed: number) => paramsOf({ ...plan, ranges, search: { kind: 'random', count: 60, seed } })
    expect(drawn(1).length).toBe(60)
    expect(new Set(drawn(1).map(({ fast, slow }) => `${fast} ${slow}`)).size).toBe(60)
    expect(drawn(1)).toEqual(drawn(1))
    expect(drawn(1)).not.toEqual(drawn(2))
    const few = paramsOf({ ...plan, search: { kind: 'random', count: 60 } })
    expect(few.length).toBe(7)
  })

  test.each<[SweepPlan['search'], number, string]>([
    [{ kind: 'random', count: 1000 }, 200, 'none'],
    [{ kind: 'grid' }, 41, 'none'],
    [{ kind: 'grid' }, 42, 'too-many'],
  ])('are searched among at most 4,000 combinations: %j up to %d', (search, slow, problem) => {
    let tried = 0
    const params = {
      get seen() {
        return ++tried
      },
    }
    const ranges = [
      { name: 'fast', from: 201, to: 300, step: 1 },
      { name: 'slow', from: 2, to: slow, step: 1 },
    ]
    expect(cellsOf({ ...plan, params, ranges, search })).toEqual({ status: 'invalid', errors: [{ problem }] as never })
    expect(tried).toBeLessThanOrEqual(4000)
  })

  test('of a grid are at most 2,500: a larger grid is refused, not cut', () => {
    const gridTo = (slow: number) =>
      cellsOf({
        ...plan,
        ranges: [
          { name: 'fast', from: 1, to: 50, step: 1 },
          { name: 'slow', from: 51, to: slow, step: 1 },
        ],
      })
    expect(gridTo(100)).toMatchObject({ status: 'ready', cells: { length: 2500 } })
    expect(gridTo(101)).toEqual({ status: 'invalid', errors: [{ problem: 'too-many' }] })
  })

  test.each<[SweepPlan['search']]>([[{ kind: 'grid' }], [{ kind: 'random', count: 1000 }]])(
    'of ranges with over 10,000 values are refused without making any: %j',
    (search) => {
      const ranges = [
        { name: 'lower', from: 900_000, to: 1_000_000, step: 1e-8 },
        { name: 'upper', from: 1, to: 10_001, step: 1 },
      ]
      const fine = { ...plan, strategy: 'grid', params: { levels: 10 }, search }
      expect(cellsOf({ ...fine, ranges })).toEqual({
        status: 'invalid',
        errors: [
          { name: 'lower', problem: 'too-fine' },
          { name: 'upper', problem: 'too-fine' },
        ],
      })
    },
  )

  test.each<[string, SweepPlan['ranges'], object]>([
    ['a parameter that is not known', [{ ...fastRange, name: 'luck' }], { name: 'luck', problem: 'unknown' }],
    ['a range that ends before it begins', [{ ...fastRange, from: 9 }], { name: 'fast', problem: 'order' }],
    ['no step', [{ ...fastRange, step: 0 }], { name: 'fast', problem: 'step' }],
    ['values out of bounds', [{ ...fastRange, to: 501 }], { name: 'fast', problem: 'bounds' }],
    ['one parameter twice', [fastRange, fastRange], { name: 'fast', problem: 'twice' }],
    ['nothing to sweep', [], { problem: 'none' }],
    ['nothing that can be played', [{ ...fastRange, from: 400, to: 500 }], { problem: 'none' }],
    [
      'too many',
      [
        { ...fastRange, to: 300, step: 1 },
        { ...slowRange, to: 300, step: 1 },
      ],
      { problem: 'too-many' },
    ],
  ])('%s is refused', (_, ranges, error) => {
    expect(cellsOf({ ...plan, ranges })).toEqual({ status: 'invalid', errors: [error] as never })
  })
})

test('the best plateau is the cell with good neighbors, not the single best cell', () => {
  const rows = [
    [9, 0, 0, 0, 0],
    [0, 4, 4, 4, 0],
    [0, 4, 5, 4, 0],
    [0, 4, 4, 4, 0],
    [0, 0, 0, 0, 0],
  ]
  const cells = rows.flatMap((row, y) => row.map((score, x) => ({ at: [y, x], score })))
  const scores = cells.map(({ score }) => score)
  const plateau = plateauOf(cells, scores)
  expect(plateau).toMatchObject({ index: 12, mean: 37 / 9 })
  expect(plateau?.neighbours.toSorted((a, b) => a - b)).toEqual([6, 7, 8, 11, 13, 16, 17, 18])
  expect(plateauOf([{ at: [0] }, { at: [7] }], [1, 2])).toBeUndefined()
})

/** A backtest of two days of oscillating prices without repetition */
const task: BacktestTask = {
  strategy: 'ma-cross',
  params: { fast: 2, slow: 4 },
  capital,
  terms: termsOf({ costs: { takerFee: 100, makerFee: 100, spread: 0, slippage: 0 } }),
  tf: 5,
  from: start + 120 * 60_000,
  to: start + 2640 * 60_000,
  minutes: columnsOf(
    Array.from({ length: 2640 }, (_, at) => {
      const priceAt = (n: number) => Math.round(10_000 + 300 * Math.sin(n / 60) + 40 * Math.sin(n * n))
      const [open, close] = [priceAt(at - 1), priceAt(at)]
      return minute(start + at * 60_000, [open, Math.max(open, close) + 5, Math.min(open, close) - 5, close])
    }),
  ),
}
const sweeps = createSweeps({ width: 2 })
afterAll(() => sweeps.close())
const { cells } = ready(plan)
const asked = { owner: 'one', task: async () => task, cells, by: 'profitShare' as const }

test('cells are reported as they finish, and equal a backtest of each', async () => {
  const reported: number[] = []
  const outcome = await sweeps.run({
    ...asked,
    onCells: (ready, done) => reported.push(...ready.map(({ index }) => index), done),
  })
  if (outcome.status !== 'done') throw new Error(outcome.status)
  expect(reported).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]))
  expect(reported.at(-1)).toBe(7)
  const alone = cells.map(({ params }) => statisticsOf(runBacktest({ ...task, params }), task))
  expect(outcome.cells.map(({ statistics }) => statistics)).toEqual(alone)

  const result = sweepResult({ cells, ranges: plan.ranges }, outcome.cells, 'profitShare')
  const shares = alone.map(({ profitShare }) => profitShare)
  expect(result).toMatchObject({ best: shares.indexOf(Math.max(...shares)), trials: 7 })
  expect(result?.deflated?.probability).toBeLessThanOrEqual(1)
  expect(result?.deflated?.lucky).toBeGreaterThan(0)

  // In each window, the best cell so far runs out of sample as a separate run.
  const walked = cells.map(({ params }) => walkForward({ ...task, params }, runBacktest({ ...task, params })))
  for (const [place, window] of (outcome.walkForward?.windows ?? []).entries()) {
    const inSample = walked.map((each) => each?.windows[place]?.inSample.statistics.profitShare ?? 0)
    const best = inSample.indexOf(Math.max(...inSample))
    expect(window).toEqual({ ...walked[best]?.windows[place], params: cells[best]?.params } as never)
  }
  expect(outcome.walkForward?.windows.length).toBe(4)
})

test('a cell that exceeds the range of money has no figures, but the others have', async () => {
  const peaks = cells
    .map(({ params }) => Math.max(...runBacktest({ ...task, params }).marks.equity) / capital)
    .sort((a, b) => a - b)
  const rich = wholeMoney(Math.floor((2 * Number.MAX_SAFE_INTEGER) / ((peaks[3] ?? 0) + (peaks[4] ?? 0))))
  const outcome = await sweeps.run({ ...asked, task: async () => ({ ...task, capital: rich }) })
  if (outcome.status !== 'done') throw new Error(outcome.status)
  const alone = cells.map(({ params }) => {
    try {
      return runBacktest({ ...task, capital: rich, params }).marks.time.length
    } catch {
      return undefined
    }
  })
  expect(new Set(alone.map((length) => length === undefined)).size).toBe(2)
  expect(outcome.cells.map(({ statistics }) => statistics === undefined)).toEqual(
    alone.map((length) => length === undefined),
  )
})

test('a new sweep cancels the previous one of the same person, and no others', async () => {
  const begun = Promise.withResolvers<void>()
  const many = Array.from({ length: 700 }, (_, index) => ({ at: [index], params: { fast: 2, slow: 3 + (index % 50) } }))
  const first = sweeps.run({ ...asked, cells: many, onCells: () => begun.resolve() })
  const other = sweeps.run({ ...asked, owner: 'two' })
  await begun.promise
  const second = sweeps.run(asked)
  expect([(await first).status, (await second).status, (await other).status]).toEqual(['cancelled', 'done', 'done'])
})

test('a sweep ends by its signal, by the time limit, or with the server', async () => {
  const stop = new AbortController()
  const many = Array.from({ length: 700 }, (_, index) => ({ at: [index], params: { fast: 2, slow: 3 + (index % 50) } }))
  const stopped = await sweeps.run({ ...asked, cells: many, signal: stop.signal, onCells: () => stop.abort() })
  expect(stopped).toEqual({ status: 'cancelled' })
  const hasty = createSweeps({ width: 1, maxMs: 1 })
  expect(await hasty.run({ ...asked, cells: many })).toEqual({ status: 'too-long' })
  const begun = Promise.withResolvers<void>()
  const closed = createSweeps({ width: 1 })
  const running = closed.run({ ...asked, cells: many, onCells: () => begun.resolve() })
  await begun.promise
  await closed.close()
  expect(await running).toEqual({ status: 'cancelled' })
})

test('a large sweep delays others by one piece at most: pieces take turns', async () => {
  const one = createSweeps({ width: 1 })
  const order: string[] = []
  const many = Array.from({ length: 300 }, (_, index) => ({ at: [index], params: { fast: 2, slow: 3 + (index % 50) } }))
  const begun = Promise.withResolvers<void>()
  const crowd = one.run({ ...asked, owner: 'crowd', cells: many, windows: 0, onCells: () => begun.resolve() })
  await begun.promise
  const small = one.run({ ...asked, owner: 'small', cells: cells.slice(0, 1), windows: 0 })
  await Promise.all([crowd.then(() => order.push('crowd')), small.then(() => order.push('small'))])
  expect(order).toEqual(['small', 'crowd'])
  await one.close()
})
