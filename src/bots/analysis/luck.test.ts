import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { termsOf } from '../../../tests/bot-runs.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { randomOf } from '../../market/feed/random.ts'
import type { BacktestRun } from '../backtest/run-backtest.ts'
import { type Costs, wholeMoney } from '../engine/money.ts'
import { monteCarlo, placeAtRandom, randomEntries } from './luck.ts'

const capital = wholeMoney(10_000 * 1e8)
const free: Costs = { takerFee: 0, makerFee: 0, spread: 0, slippage: 0 }

/**
 * Creates a run that invests everything at some closes and sells at others; prices have two digits, quantities three.
 */
function runOf(closes: readonly number[], spans: readonly [bought: number, sold: number][], costs = free) {
  const terms = termsOf({ costs })
  const trades: [time: number, side: number, price: number, quantity: number][] = []
  const equity: number[] = []
  let [cash, held] = [capital as number, 0]
  for (const [at, close] of closes.entries()) {
    const before = closes[at - 1] ?? 0
    for (const [bought, sold] of spans) {
      if (at === bought) {
        held = Math.floor(cash / before / 1000)
        cash -= held * before * 1000
        trades.push([at, 1, before, held])
      }
      if (at === sold) {
        cash += held * before * 1000
        trades.push([at, -1, before, held])
        held = 0
      }
    }
    equity.push(cash + held * close * 1000)
  }
  const column = (values: readonly number[]) => Float64Array.from(values)
  const none = column(trades.map(() => 0))
  const run: Pick<BacktestRun, 'trades' | 'marks'> = {
    trades: {
      time: column(trades.map(([time]) => time)),
      side: column(trades.map(([, side]) => side)),
      price: column(trades.map(([, , price]) => price)),
      quantity: column(trades.map(([, , , quantity]) => quantity)),
      fee: none,
      profit: none,
      reason: none,
    },
    marks: {
      time: column([...closes.keys()]),
      equity: column(equity),
      close: column(closes),
      holds: column(equity),
      deepest: none,
      longestMs: none,
    },
  }
  return { run, terms }
}

/** Prices that go ten steps up, ten steps down, and so on */
const waves = Array.from({ length: 400 }, (_, at) => 10_000 + 50 * (10 - Math.abs(10 - (at % 20))))

describe('random entries', () => {
  test('buying every low beats all random runs, buying every high beats none', () => {
    const spans = (shift: number) =>
      Array.from({ length: 19 }, (_, wave): [number, number] => [wave * 20 + 1 + shift, wave * 20 + 11 + shift])
    const best = runOf(waves, spans(0))
    const worst = runOf(waves, spans(10))
    const compared = randomEntries(best.run, { capital, terms: best.terms })
    expect(compared).toMatchObject({ runs: 200, positions: 19, heldCandles: 190, beaten: 1 })
    expect(randomEntries(worst.run, { capital, terms: worst.terms })?.beaten).toBe(0)
  })

  test('an always invested run equals buy and hold in every random run', () => {
    const { run, terms } = runOf(waves, [[1, 1000]])
    const { low, high, time } = randomEntries(run, { capital, terms, points: 400 }) ?? {}
    expect(time?.length).toBe(400)
    for (const [at, close] of waves.entries()) {
      const held = at === 0 ? capital : (capital * close) / (waves[0] ?? 1)
      expect((low?.[at] ?? 0) / held).toBeCloseTo(1, 3)
      expect(high?.[at]).toBe(low?.[at] ?? 0)
    }
  })

  test('each position pays fee, half spread and slippage on the purchase and on the sale', () => {
    const flat = waves.map(() => 10_000)
    const { run, terms } = runOf(
      flat,
      [
        [10, 20],
        [50, 51],
      ],
      { takerFee: 1000, makerFee: 0, spread: 200, slippage: 500 },
    )
    const { low, high } = randomEntries(run, { capital, terms }) ?? {}
    const kept = (0.9994 * 0.999) / (1.0006 * 1.001)
    expect((low?.at(-1) ?? 0) / capital).toBeCloseTo(kept ** 2, 6)
    expect((high?.at(-1) ?? 0) / capital).toBeCloseTo(kept ** 2, 6)
  })

  test('a seed gives the same band again; another seed gives another band', () => {
    const { run, terms } = runOf(waves, [
      [10, 25],
      [50, 63],
      [100, 190],
    ])
    const first = randomEntries(run, { capital, terms, seed: 5 })
    expect(randomEntries(run, { capital, terms, seed: 5 })).toEqual(first)
    expect(randomEntries(run, { capital, terms, seed: 6 })).not.toEqual(first)
  })

  test('a run without purchases is not compared', () => {
    const { run, terms } = runOf(waves, [])
    expect(randomEntries(run, { capital, terms })).toBeUndefined()
  })

  test('positions keep their lengths, do not overlap and stay within the candles', () => {
    const lengths = fc.array(fc.nat(9), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(lengths, fc.nat(200), fc.integer(), (given, more, seed) => {
        const candles = given.reduce((sum, length) => sum + length, 1) + more
        const all = placeAtRandom(
          given.map((length) => ({ from: 0, length })),
          candles,
          randomOf(seed),
        )
        let end = 1
        for (const { from, length } of all) {
          expect(from).toBeGreaterThanOrEqual(end)
          end = from + length
        }
        expect(end).toBeLessThanOrEqual(candles)
        expect(all.map(({ length }) => length).sort()).toEqual([...given].sort())
      }),
      { numRuns: runsOf(300) },
    )
  })
})

describe('shuffled and drawn trades', () => {
  /** Creates sales, each of which earns a share of the equity before it. */
  const salesOf = (...returns: number[]) => {
    let equity: number = capital
    const profit = returns.map((part) => {
      const earned = equity * part
      equity += earned
      return earned
    })
    const trades = profit.flatMap((earned) => [
      [1, 0],
      [-1, earned],
    ])
    return {
      side: Float64Array.from(trades, ([side = 0]) => side),
      profit: Float64Array.from(trades, ([, earned = 0]) => earned),
    }
  }

  test('shuffling two gains and two losses gives all six orders with equal probability', () => {
    const result = monteCarlo(salesOf(0.1, -0.1, 0.1, -0.1), { capital })
    expect(result).toMatchObject({ runs: 1000, trades: 4 })
    // The max drawdown is 10 % if a gain follows each loss, 19 % if the losses follow each other.
    expect(result?.maxDrawdown).toBeCloseTo(1 - 0.9 * 1.1 * 0.9, 10)
    const { low = 0, high = 0 } = result?.shuffled.maxDrawdown ?? {}
    expect([low, high]).toEqual([expect.closeTo(0.1, 10), expect.closeTo(0.19, 10)])
    // In three of the six orders the losses follow each other: -- ++, + -- +, ++ --.
    expect(result?.shuffled.deeper).toBeGreaterThan(0.4)
    expect(result?.shuffled.deeper).toBeLessThan(0.6)
  })

  test('drawn trades compound: four equal trades end at a known equity', () => {
    const { drawn } = monteCarlo(salesOf(0.05, 0.05, 0.05, 0.05), { capital }) ?? {}
    expect(drawn?.lost).toBe(0)
    expect(drawn?.equity.low).toBeCloseTo(capital * 1.05 ** 4, 0)
    expect(drawn?.equity.high).toBeCloseTo(capital * 1.05 ** 4, 0)
  })

  test('equal gains and losses, half each, lose more often than not because they compound', () => {
    const { drawn } =
      monteCarlo(salesOf(...Array.from({ length: 100 }, (_, n) => (n % 2 ? 0.1 : -0.1))), { capital }) ?? {}
    expect(drawn?.lost).toBeGreaterThan(0.5)
    expect(drawn?.equity.middle).toBeCloseTo(capital * 0.99 ** 50, -10)
    expect(drawn?.equity.high).toBeGreaterThan(capital)
  })

  test('a seed gives the same result again; fewer than two sales give none', () => {
    const sales = salesOf(0.1, -0.2, 0.3, -0.05, 0.02)
    expect(monteCarlo(sales, { capital, seed: 3 })).toEqual(monteCarlo(sales, { capital, seed: 3 }))
    expect(monteCarlo(sales, { capital, seed: 3 })).not.toEqual(monteCarlo(sales, { capital, seed: 4 }))
    expect(monteCarlo(salesOf(0.1), { capital })).toBeUndefined()
  })
})
