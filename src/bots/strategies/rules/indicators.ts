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
import type { PriceName, SeriesExpression } from './rule-tree.ts'

/** Id of the strategy whose parameter is a text of rules */
export const rulesId = 'rules'

type Unit = 'price' | 'volume' | 'number'

export interface RuleIndicator {
  /** Bounds and default values of the numbers in parentheses */
  params: readonly { min: number; max: number; initial: number; isWhole: boolean }[]
  /** Whether a price name may follow the numbers: `EMA(20, volume)` */
  hasSource: boolean
  /** Whether the values are prices (or volumes of a source), or plain numbers such as 0–100 */
  unit: 'source' | 'number'
  /** Name of a parameter that must be larger than the one before it */
  isOrdered?: boolean
  memory(params: readonly number[]): number
  create(params: readonly number[], source: PriceName): (candle: Candle) => number | undefined
}

const length = (initial: number, max = 500) => ({ min: 2, max, initial, isWhole: true })

/** An indicator of one input. @param line index of its value among the indicator's lines */
const ofSource =
  (create: (params: readonly number[]) => Indicator<number>, line = 0): RuleIndicator['create'] =>
  (params, source) => {
    const indicator = create(params)
    return (candle) => indicator.close(candle[source])[line]
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
    create: ([n = 0], source) => {
      const sum = createExactSum(n)
      return (candle) => {
        sum.push(candle[source])
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
  if (series.kind === 'indicator' && ruleIndicators[series.name]?.unit === 'number') return 'number'
  const source = series.kind === 'price' ? series.name : series.source
  return source === 'volume' ? 'volume' : 'price'
}

/** Unit of a signal in the log of decisions, by its name such as `EMA(20, volume)[1]`. */
export function unitOfSignal(name: string): Unit {
  const [, word = ''] = /^(\w+)/.exec(name) ?? []
  if (ruleIndicators[word]?.unit === 'number') return 'number'
  return word === 'volume' || name.includes(', volume)') ? 'volume' : 'price'
}

/**
 * Indicators that were started at different candles differ after the twelfth digit. Rounding to a grid removes this, so
 * that decisions depend on the last candles only. The grids are prime fractions of a price unit and of a point: whole
 * prices stay exact, and averages of whole prices never lie halfway between two grid points.
 */
const [unitsGrid, pointsGrid] = [997, 999_983]

/** Starts a series. @returns a function to call once per candle, in order; prices and volumes in units */
export function startSeries(series: SeriesExpression): (candle: Candle) => number | undefined {
  if (series.kind === 'price') {
    const { name } = series
    return (candle) => candle[name]
  }
  const read = indicatorOf(series.name).create(series.params, series.source)
  const grid = unitOfSeries(series) === 'number' ? pointsGrid : unitsGrid
  return (candle) => {
    const value = read(candle)
    return value === undefined ? undefined : Math.round(value * grid) / grid
  }
}

export function memoryOfSeries(series: SeriesExpression): number {
  return series.kind === 'price' ? 1 : indicatorOf(series.name).memory(series.params)
}

function indicatorOf(name: string): RuleIndicator {
  const found = ruleIndicators[name]
  if (!found) throw new Error(`Unknown indicator of rules: ${name}`)
  return found
}
