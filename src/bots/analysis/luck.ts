import { type Random, randomOf } from '../../market/feed/random.ts'
import type { BacktestRun, TradeColumns } from '../backtest/run-backtest.ts'
import { type Money, moneyDigits, type TradeScale, wholeRate } from '../engine/money.ts'
import type { Terms } from '../engine/portfolio.ts'

/** Range of 90 % of random runs: one run in twenty is below `low`, one in twenty above `high`. */
export interface Band {
  low: number
  middle: number
  high: number
}

const shares = { low: 0.05, middle: 0.5, high: 0.95 } as const

/** Computes the band of values, which it sorts in place. Needs at least one value. */
function bandOf(values: Float64Array): Band {
  values.sort()
  return {
    low: quantileOf(values, shares.low),
    middle: quantileOf(values, shares.middle),
    high: quantileOf(values, shares.high),
  }
}

/** Returns a quantile, interpolated between the two nearest values. @param ascending  at least one value */
function quantileOf(ascending: ArrayLike<number>, share: number): number {
  const place = (ascending.length - 1) * share
  const below = Math.floor(place)
  const lower = ascending[below] ?? 0
  const upper = ascending[below + 1] ?? lower
  return lower + (upper - lower) * (place - below)
}

/** Results of runs with random entries in the same candles. All columns have the same length; money is in 10^-8. */
export interface RandomEntries {
  runs: number
  /** Number of positions in each run, and number of candles at whose close something is held */
  positions: number
  heldCandles: number
  time: Float64Array
  /** Equities at the 5 %, 50 % and 95 % quantiles of the runs */
  low: Float64Array
  middle: Float64Array
  high: Float64Array
  /** Share of random runs that end with less equity than the strategy */
  beaten: number
}

export interface RandomEntriesOptions {
  capital: Money
  terms: Pick<Terms, 'scale' | 'costs'>
  seed?: number
  runs?: number
  /** Max number of points in time at which the band is computed */
  points?: number
}

/**
 * Simulates runs with random entries. These runs use the strategy's own holding times in random order and its mean
 * share of the equity, so all have the same exposure. Each position is one market purchase and one sale, with the same
 * costs. Returns undefined if the strategy never held anything.
 */
export function randomEntries(
  run: Pick<BacktestRun, 'trades' | 'marks'>,
  { capital, terms, seed = 1, runs = 200, points = 200 }: RandomEntriesOptions,
): RandomEntries | undefined {
  const positions = positionsOf(run, terms.scale)
  const { time, close, equity } = run.marks
  if (positions.all.length === 0 || time.length < 2) return undefined
  const random = randomOf(seed)
  const places = placesOf(time.length, points)
  const walked = Array.from({ length: runs }, () => {
    const entries = placeAtRandom(positions.all, time.length, random)
    return equityOf({ ...positions, all: entries }, { close, places, capital, costs: terms.costs })
  })
  const bands = places.map((_, at) => bandOf(Float64Array.from(walked, (values) => values[at] ?? 0)))
  const end = equity.at(-1) ?? 0
  return {
    runs,
    positions: positions.all.length,
    heldCandles: positions.all.reduce((sum, { length }) => sum + length, 0),
    time: Float64Array.from(places, (place) => time[place] ?? 0),
    low: Float64Array.from(bands, ({ low }) => low),
    middle: Float64Array.from(bands, ({ middle }) => middle),
    high: Float64Array.from(bands, ({ high }) => high),
    beaten: walked.filter((values) => (values.at(-1) ?? 0) < end).length / runs,
  }
}

/** Places positions of the same lengths in random order, with random gaps. The result is ascending, without overlap. */
export function placeAtRandom(positions: readonly Position[], candles: number, random: Random): Position[] {
  const lengths = positions.map(({ length }) => length)
  shuffle(lengths, random)
  // In a run, the first candle can only trigger a decision, so a purchase is possible from the second candle on.
  const free = Math.max(0, candles - 1 - lengths.reduce((sum, length) => sum + length, 0))
  const gaps = Float64Array.from(lengths, () => Math.floor(random.uniform() * (free + 1))).sort()
  let before = 1
  return lengths.map((length, at) => {
    const from = before + (gaps[at] ?? 0)
    before += length
    return { from, length }
  })
}

function shuffle(values: number[] | Float64Array, random: Random): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random.uniform() * (last + 1))
    const value = values[last] ?? 0
    values[last] = values[other] ?? 0
    values[other] = value
  }
}

interface Walked {
  close: Float64Array
  places: readonly number[]
  capital: Money
  costs: Terms['costs']
}

/**
 * Returns the equity at the given candles. Each position buys at the close before its first candle and sells at the
 * close of its last candle.
 */
function equityOf({ all, invested }: Positions, { close, places, capital, costs }: Walked): Float64Array {
  const worse = (costs.spread / 2 + costs.slippage) / wholeRate
  const fee = costs.takerFee / wholeRate
  const bought = 1 / ((1 + worse) * (1 + fee))
  const sold = (1 - worse) * (1 - fee)
  const values = new Float64Array(places.length)
  let [equity, at] = [capital as number, 0]
  const fillBefore = (candle: number, valueAt: (place: number) => number) => {
    for (; at < places.length && (places[at] ?? 0) < candle; at++) values[at] = valueAt(places[at] ?? 0)
  }
  for (const { from, length } of all) {
    const begun = equity
    fillBefore(from, () => begun)
    const priceAtEntry = close[from - 1] ?? 1
    const worth = (candle: number) => invested * begun * bought * ((close[candle] ?? 0) / priceAtEntry)
    const rest = (1 - invested) * begun
    fillBefore(from + length, (place) => rest + worth(place))
    equity = rest + worth(from + length - 1) * sold
  }
  fillBefore(close.length, () => equity)
  return values
}

function placesOf(candles: number, points: number): number[] {
  const count = Math.min(candles, Math.max(2, points))
  return Array.from({ length: count }, (_, at) => Math.round((at * (candles - 1)) / (count - 1)))
}

/** A holding, from its first purchase until the whole quantity is sold */
interface Position {
  /** Index of the candle with the purchase, among the marks */
  from: number
  /** Number of candles at whose close something was held; 0 if bought and sold within one candle */
  length: number
}

interface Positions {
  all: Position[]
  /** Invested share of the equity, at most 1: mean over the candles at whose close something was held */
  invested: number
}

export function positionsOf({ trades, marks }: Pick<BacktestRun, 'trades' | 'marks'>, scale: TradeScale): Positions {
  const unit = 10 ** (moneyDigits - scale.priceDigits - scale.volumeDigits)
  const candles = marks.time.length
  const all: Position[] = []
  let [held, since, invested, heldCandles, trade] = [0, 0, 0, 0, 0]
  const tradeUntil = (end: number, candle: number) => {
    for (; trade < trades.time.length && (trades.time[trade] ?? 0) < end; trade++) {
      const before = held
      held += (trades.side[trade] ?? 0) * (trades.quantity[trade] ?? 0)
      if (before === 0 && held > 0) since = candle
      if (before > 0 && held === 0) all.push({ from: since, length: candle - since })
    }
  }
  for (let candle = 0; candle < candles; candle++) {
    tradeUntil(marks.time[candle + 1] ?? Number.POSITIVE_INFINITY, candle)
    if (held === 0) continue
    heldCandles++
    invested += (held * (marks.close[candle] ?? 0) * unit) / (marks.equity[candle] ?? 1)
  }
  if (held > 0) all.push({ from: since, length: candles - since })
  return { all, invested: heldCandles === 0 ? 1 : Math.min(1, invested / heldCandles) }
}

/**
 * Distribution of results if the same sales had come in another order or number. Drawdowns are shares of the equity
 * after closed trades, money is in 10^-8.
 */
export interface MonteCarlo {
  runs: number
  /** Number of sales; each counts as a return on the equity before it */
  trades: number
  /** Max drawdown with the trades in their actual order */
  maxDrawdown: number
  /** Runs with the same trades in random order: all end with the same equity, but have different drawdowns */
  shuffled: {
    maxDrawdown: Band
    /** Share of runs with a deeper drawdown than in the actual order */
    deeper: number
  }
  /** Runs with the same number of trades, drawn with replacement */
  drawn: {
    equity: Band
    maxDrawdown: Band
    /** Share of runs that end below the initial equity */
    lost: number
  }
}

/** Max steps of all runs together: with tens of thousands of trades, there are fewer runs */
const maxSteps = 20_000_000

/** Simulates the runs. Returns undefined for fewer than two sales. */
export function monteCarlo(
  trades: Pick<TradeColumns, 'side' | 'profit'>,
  { capital, seed = 1, runs: wanted = 1000 }: { capital: Money; seed?: number; runs?: number },
): MonteCarlo | undefined {
  const returns = returnsOf(trades, capital)
  const { length } = returns
  if (length < 2) return undefined
  const runs = Math.min(wanted, Math.max(50, Math.floor(maxSteps / length)))
  const random = randomOf(seed)
  const happened = walk(returns).maxDrawdown
  const order = returns.slice()
  const shuffledFalls = new Float64Array(runs)
  const [drawnFalls, ends] = [new Float64Array(runs), new Float64Array(runs)]
  const drawn = new Float64Array(length)
  for (let run = 0; run < runs; run++) {
    shuffle(order, random)
    shuffledFalls[run] = walk(order).maxDrawdown
    for (let at = 0; at < length; at++) drawn[at] = returns[Math.floor(random.uniform() * length)] ?? 0
    const { growth, maxDrawdown } = walk(drawn)
    drawnFalls[run] = maxDrawdown
    ends[run] = capital * growth
  }
  // The tolerance is needed because another order changes the last digits of a float, but not the money.
  const deeper = shuffledFalls.filter((fall) => fall > happened + 1e-12).length / runs
  const lost = ends.filter((end) => end < capital).length / runs
  return {
    runs,
    trades: length,
    maxDrawdown: happened,
    shuffled: { maxDrawdown: bandOf(shuffledFalls), deeper },
    drawn: { equity: bandOf(ends), maxDrawdown: bandOf(drawnFalls), lost },
  }
}

/** Returns each sale's profit as a share of the equity before it: these shares compound to the total profit. */
function returnsOf({ side, profit }: Pick<TradeColumns, 'side' | 'profit'>, capital: Money): Float64Array {
  const returns: number[] = []
  let equity: number = capital
  for (let trade = 0; trade < side.length; trade++) {
    if (side[trade] === 1) continue
    const earned = profit[trade] ?? 0
    returns.push(earned / equity)
    equity += earned
  }
  return Float64Array.from(returns)
}

function walk(returns: Float64Array): { growth: number; maxDrawdown: number } {
  let [growth, peak, maxDrawdown] = [1, 1, 0]
  for (let at = 0; at < returns.length; at++) {
    growth *= 1 + (returns[at] ?? 0)
    if (growth > peak) peak = growth
    else maxDrawdown = Math.max(maxDrawdown, 1 - growth / peak)
  }
  return { growth, maxDrawdown }
}
