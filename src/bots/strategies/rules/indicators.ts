import { createAverageRange } from '../../../indicators/atr.ts'
import { createBollinger } from '../../../indicators/bollinger.ts'
import { catalog } from '../../../indicators/catalog.ts'
import { createEma, exponentialMemory } from '../../../indicators/ema.ts'
import type { Indicator } from '../../../indicators/indicator.ts'
import { createMacd } from '../../../indicators/macd.ts'
import { createRsi, rsiMemory } from '../../../indicators/rsi.ts'
import type { Candle } from '../../../market/candle.ts'
import { createExtremes } from '../breakout.ts'
import { createExactSum } from '../exact-sum.ts'
import type { IndicatorExpression, PriceName, SeriesExpression } from './rule-tree.ts'

/** Id of the strategy whose parameter is a text of rules */
export const rulesId = 'rules'

type Unit = 'price' | 'volume' | 'number'

export interface RuleIndicator {
  /** Bounds and default values of the numbers in parentheses */
  params: readonly { min: number; max: number; initial: number; isWhole: boolean }[]
  /** Whether a price or an indicator may follow the numbers: `EMA(20, volume)`, `SMA(9, RSI(14))` */
  hasSource: boolean
  /** Whether the values are prices (or volumes of a source), or plain numbers such as 0–100 */
  unit: 'source' | 'number'
  /** Name of a parameter that must be larger than the one before it */
  isOrdered?: boolean
  memory(params: readonly number[]): number
  /** @param read  the source, in whole numbers */
  create(params: readonly number[], read: ReadSeries): ReadSeries
}

/** Reads the next value of a series; call once per candle, in order. Undefined while there are too few candles. */
type ReadSeries = (candle: Candle) => number | undefined

const length = (initial: number, max = 500) => ({ min: 2, max, initial, isWhole: true })

/** An indicator of one input. @param line index of its value among the indicator's lines */
const ofSource =
  (create: (params: readonly number[]) => Indicator<number>, line = 0): RuleIndicator['create'] =>
  (params, read) => {
    const indicator = create(params)
    return (candle) => {
      const value = read(candle)
      return value === undefined ? undefined : indicator.close(value)[line]
    }
  }

const bollinger = (line: number): RuleIndicator => ({
  params: [length(20), { min: 0.5, max: 5, initial: 2, isWhole: false }],
  hasSource: true,
  unit: 'source',
  memory: catalog.bollinger.memory,
  create: ofSource(([n = 0, deviations = 0]) => createBollinger(n, deviations), line),
})

const macd = (line: number): RuleIndicator => ({
  params: [length(12, 200), length(26), length(9, 200)],
  hasSource: true,
  unit: 'source',
  isOrdered: true,
  memory: catalog.macd.memory,
  create: ofSource(([fast = 0, slow = 0, signal = 0]) => createMacd(fast, slow, signal), line),
})

const extreme = (name: 'highest' | 'lowest'): RuleIndicator => ({
  params: [length(20)],
  hasSource: false,
  unit: 'source',
  memory: ([n = 0]) => n,
  create: ([n = 0]) => {
    const extremes = createExtremes(n)
    return ({ high, low }) => {
      extremes.push(high, low)
      return extremes[name]
    }
  },
})

/** The one table of indicators that rules know, by canonical name. A new indicator is one line here. */
export const ruleIndicators: Readonly<Record<string, RuleIndicator>> = {
  SMA: {
    params: [length(20)],
    hasSource: true,
    unit: 'source',
    memory: ([n = 0]) => n,
    create: ([n = 0], read) => {
      const sum = createExactSum(n)
      return (candle) => {
        const value = read(candle)
        if (value === undefined) return undefined
        sum.push(value)
        return sum.isFull ? sum.sum / n : undefined
      }
    },
  },
  EMA: {
    params: [length(20)],
    hasSource: true,
    unit: 'source',
    memory: ([n = 0]) => exponentialMemory(n),
    create: ofSource(([n = 0]) => createEma(n)),
  },
  RSI: {
    params: [length(14)],
    hasSource: true,
    unit: 'number',
    memory: ([n = 0]) => rsiMemory(n),
    create: ofSource(([n = 0]) => createRsi(n)),
  },
  ATR: {
    params: [length(14)],
    hasSource: false,
    unit: 'source',
    memory: catalog.atr.memory,
    create: ([n = 0]) => createAverageRange(n).next,
  },
  HIGHEST: extreme('highest'),
  LOWEST: extreme('lowest'),
  BB_MIDDLE: bollinger(0),
  BB_UPPER: bollinger(1),
  BB_LOWER: bollinger(2),
  MACD: macd(0),
  MACD_SIGNAL: macd(1),
  MACD_HISTOGRAM: macd(2),
}

export function unitOfSeries(series: SeriesExpression): Unit {
  if (series.kind === 'indicator') {
    if (ruleIndicators[series.name]?.unit === 'number') return 'number'
    if (typeof series.source !== 'string') return unitOfSeries(series.source)
  }
  const source = series.kind === 'price' ? series.name : series.source
  return source === 'volume' ? 'volume' : 'price'
}

/** Unit of a signal in the log of decisions, by its name such as `EMA(20, volume)[1]`. */
export function unitOfSignal(name: string): Unit {
  // The outer indicators come first; the price that the innermost one reads is the last word.
  const words = name.match(/[a-z_]\w*/gi) ?? []
  if (words.some((word) => ruleIndicators[word]?.unit === 'number')) return 'number'
  return words.at(-1) === 'volume' ? 'volume' : 'price'
}

/**
 * Indicators that were started at different candles differ after the twelfth digit. Rounding to a grid removes this, so
 * that decisions depend on the last candles only. The grids are prime fractions of a price unit and of a point: whole
 * prices stay exact, and averages of whole prices never lie halfway between two grid points.
 */
const [unitsGrid, pointsGrid] = [997, 999_983]

/**
 * Prices as whole numbers and the number of which each is the mean: indicators read the sum, because sums of whole
 * numbers are exact in any order, and divide their value by the number.
 */
const sums: Readonly<Record<PriceName, { count: number; of(candle: Candle): number }>> = {
  open: { count: 1, of: ({ open }) => open },
  high: { count: 1, of: ({ high }) => high },
  low: { count: 1, of: ({ low }) => low },
  close: { count: 1, of: ({ close }) => close },
  volume: { count: 1, of: ({ volume }) => volume },
  hl2: { count: 2, of: ({ high, low }) => high + low },
  hlc3: { count: 3, of: ({ high, low, close }) => high + low + close },
  ohlc4: { count: 4, of: ({ open, high, low, close }) => open + high + low + close },
}

/** Starts a series; prices and volumes in units. */
export function startSeries(series: SeriesExpression): ReadSeries {
  if (series.kind === 'price') {
    const { count, of } = sums[series.name]
    return (candle) => of(candle) / count
  }
  const { of, count } = startSteps(series)
  return (candle) => {
    const steps = of(candle)
    return steps === undefined ? undefined : steps / count
  }
}

/** Starts an indicator whose values are whole numbers, `count` times the values of the series. */
function startSteps(series: IndicatorExpression): { count: number; of: ReadSeries } {
  const { name, params, source } = series
  const { create, unit } = indicatorOf(name)
  const input = typeof source === 'string' ? sums[source] : startSteps(source)
  const read = create(params, input.of)
  const grid = unitOfSeries(series) === 'number' ? pointsGrid : unitsGrid
  const divisor = unit === 'number' ? 1 : input.count
  return {
    count: grid,
    of: (candle) => {
      const value = read(candle)
      return value === undefined ? undefined : Math.round((value / divisor) * grid)
    },
  }
}

/** Number of candles that determine a value; an indicator of another one needs the candles of both. */
export function memoryOfSeries(series: SeriesExpression): number {
  if (series.kind === 'price') return 1
  const own = indicatorOf(series.name).memory(series.params)
  return typeof series.source === 'string' ? own : own + memoryOfSeries(series.source) - 1
}

function indicatorOf(name: string): RuleIndicator {
  const found = ruleIndicators[name]
  if (!found) throw new Error(`Unknown indicator of rules: ${name}`)
  return found
}
