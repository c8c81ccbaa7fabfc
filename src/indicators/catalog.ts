import { exponentialMemory, wilderMemory } from './ema.ts'
import { macdMemory } from './macd.ts'
import { rsiMemory } from './rsi.ts'

/*
 * The names, parameters and lines of all indicators. The code that computes them is in `kinds.ts`: browsers load it
 * only for charts that need it.
 */

export const indicatorGroups = ['trend', 'momentum', 'volatility', 'flow'] as const
type IndicatorGroup = (typeof indicatorGroups)[number]

/** Prices that an indicator of one price may read; `hl2` is the mean of high and low, and so on. */
export const priceSources = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const
export type PriceSource = (typeof priceSources)[number]

export interface IndicatorChoice {
  id: IndicatorId
  params: readonly number[]
  /** Input of an indicator that reads one price; the close if absent */
  source?: Source
}

/** Input of an indicator: a price, or a line of another indicator, which is a part of the choice */
export type Source = PriceSource | { of: IndicatorChoice; line: number }

/** Max number of indicators that read each other */
const maxChain = 4

export interface Parameter {
  name: ParameterName
  initial: number
  min: number
  max: number
  step: number
}

type ParameterName =
  | 'length'
  | 'deviations'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'smoothing'
  | 'multiplier'
  | 'rangeLength'
  | 'rsiLength'
  | 'days'
  | 'from'
  | 'conversion'
  | 'base'
  | 'span'
  | 'displacement'
  | 'initial'
  | 'increment'
  | 'limit'

export interface CatalogEntry {
  group: IndicatorGroup
  parameters: readonly Parameter[]
  /** Whether it reads one price, which can be chosen */
  hasSource?: boolean
  /** Names of the values, in their order */
  lines: readonly string[]
  /**
   * Number of newest candles that determine the values: computed from as many or more, the values are the same.
   * @param tf length of the candles, minutes; without it, the number is enough for candles of any length
   */
  memory(params: readonly number[], tf?: number): number
  /** Whether the indicator itself is undefined until it has seen the candle at which its sums begin */
  isAnchored?: boolean
}

const whole = (name: ParameterName, initial: number, max = 500, min = 2): Parameter => ({
  name,
  initial,
  min,
  max,
  step: 1,
})
const length = (initial: number, max?: number) => whole('length', initial, max)
const days = whole('days', 1, 366, 1)
const factor = (name: ParameterName, initial: number): Parameter => ({ name, initial, min: 0.5, max: 10, step: 0.5 })
const speed = (name: ParameterName, initial: number): Parameter => ({ name, initial, min: 0.01, max: 1, step: 0.01 })

/** Number of candles after which the start of a recursion is forgotten, see `path.ts` */
export const pathMemory = 300

/** Number of candles that surely contains a whole session of UTC days up to its newest candle, and one before it. */
function sessionMemory(days: number, tf = 1): number {
  return Math.ceil((days * 1440) / tf) + 1
}

const own: readonly string[] = ['value']
const bands: readonly string[] = ['middle', 'upper', 'lower']
const stop: readonly string[] = ['value', 'direction']
const places: readonly string[] = ['k', 'd']
const sum = (params: readonly number[]) => params.reduce((total, each) => total + each, 0)

const entries = {
  sma: { group: 'trend', hasSource: true, parameters: [length(20)], lines: own, memory: ([n = 0]) => n },
  ema: {
    group: 'trend',
    hasSource: true,
    parameters: [length(50)],
    lines: own,
    memory: ([n = 0]) => exponentialMemory(n),
  },
  wma: { group: 'trend', hasSource: true, parameters: [length(20)], lines: own, memory: ([n = 0]) => n },
  supertrend: {
    group: 'trend',
    parameters: [length(10), factor('multiplier', 3)],
    lines: stop,
    memory: ([n = 0]) => wilderMemory(n) + pathMemory,
  },
  ichimoku: {
    group: 'trend',
    parameters: [
      whole('conversion', 9),
      whole('base', 26),
      whole('span', 52),
      { ...whole('displacement', 26), min: 1 },
    ],
    lines: ['conversion', 'base', 'spanA', 'spanB'],
    memory: ([conversion = 0, base = 0, span = 0, displacement = 0]) => Math.max(conversion, base, span) + displacement,
  },
  sar: {
    group: 'trend',
    parameters: [speed('initial', 0.02), speed('increment', 0.02), speed('limit', 0.2)],
    lines: stop,
    memory: () => pathMemory + 2,
  },
  adx: {
    group: 'trend',
    parameters: [length(14)],
    lines: ['adx', 'plus', 'minus'],
    // The average of the index needs a whole memory of indexes, each from a whole memory of changes between candles.
    memory: ([n = 0]) => 2 * wilderMemory(n),
  },
  pivots: {
    group: 'trend',
    parameters: [days],
    lines: ['pivot', 'r1', 's1', 'r2', 's2', 'r3', 's3'],
    memory: ([n = 0], tf) => 2 * sessionMemory(n, tf) - 1,
    isAnchored: true,
  },
  rsi: {
    group: 'momentum',
    hasSource: true,
    parameters: [length(14)],
    lines: own,
    memory: ([n = 0]) => rsiMemory(n),
  },
  macd: {
    group: 'momentum',
    hasSource: true,
    parameters: [whole('fast', 12, 200), whole('slow', 26), whole('signal', 9, 200)],
    lines: ['line', 'signal', 'histogram'],
    memory: ([fast = 0, slow = 0, signal = 0]) => macdMemory(fast, slow, signal),
  },
  stochastic: {
    group: 'momentum',
    parameters: [length(14), whole('smoothing', 3, 100, 1), whole('signal', 3, 100, 1)],
    lines: places,
    memory: (params) => sum(params) - 2,
  },
  stochrsi: {
    group: 'momentum',
    hasSource: true,
    parameters: [whole('rsiLength', 14), length(14), whole('smoothing', 3, 100, 1), whole('signal', 3, 100, 1)],
    lines: places,
    memory: ([n = 0, ...others]) => rsiMemory(n) + sum(others) - 3,
  },
  cci: { group: 'momentum', parameters: [length(20, 100)], lines: own, memory: ([n = 0]) => n },
  bollinger: {
    group: 'volatility',
    hasSource: true,
    parameters: [length(20), { ...factor('deviations', 2), max: 5 }],
    lines: bands,
    memory: ([n = 0]) => n,
  },
  atr: { group: 'volatility', parameters: [length(14)], lines: own, memory: ([n = 0]) => wilderMemory(n) + 1 },
  keltner: {
    group: 'volatility',
    parameters: [length(20), factor('multiplier', 2), whole('rangeLength', 10)],
    lines: bands,
    memory: ([n = 0, , range = 0]) => Math.max(exponentialMemory(n), wilderMemory(range) + 1),
  },
  donchian: { group: 'volatility', parameters: [length(20)], lines: bands, memory: ([n = 0]) => n },
  vwap: {
    group: 'flow',
    parameters: [days],
    lines: own,
    memory: ([n = 0], tf) => sessionMemory(n, tf),
    isAnchored: true,
  },
  avwap: {
    group: 'flow',
    // Minutes since 1970 UTC; at first the beginning of 2026
    parameters: [{ name: 'from', initial: 29_453_760, min: 0, max: 60_000_000, step: 1 }],
    lines: own,
    memory: () => Number.POSITIVE_INFINITY,
    isAnchored: true,
  },
  vma: { group: 'flow', parameters: [length(20)], lines: own, memory: ([n = 0]) => n },
  obv: {
    group: 'flow',
    parameters: [days],
    lines: own,
    memory: ([n = 0], tf) => sessionMemory(n, tf),
    isAnchored: true,
  },
  mfi: { group: 'flow', parameters: [length(14)], lines: own, memory: ([n = 0]) => n + 1 },
} satisfies Record<string, CatalogEntry>

export type IndicatorId = keyof typeof entries

export const catalog: Record<IndicatorId, CatalogEntry> = entries

export const indicatorIds = Object.keys(entries) as readonly IndicatorId[]

/** Returns the longest memory of the chosen indicators, candles; 0 if none is chosen. */
export function maxMemory(choices: readonly IndicatorChoice[], tf?: number): number {
  return Math.max(0, ...choices.map((choice) => memoryOf(choice, tf)))
}

/** An indicator needs its own memory of values of its source, each from a whole memory of that. */
function memoryOf({ id, params, source }: IndicatorChoice, tf?: number): number {
  const own = catalog[id].memory(params, tf)
  return typeof source === 'object' ? own + memoryOf(source.of, tf) - 1 : own
}

export function isIndicatorId(value: unknown): value is IndicatorId {
  return indicatorIds.some((id) => id === value)
}

/**
 * Creates a choice of an indicator. Replaces missing or invalid parameters by their initial values, and an unknown
 * source by the close.
 */
export function chooseIndicator(
  id: IndicatorId,
  params: readonly (number | undefined)[] = [],
  sourceText?: string | null,
): IndicatorChoice {
  const chosen = catalog[id].parameters.map(({ initial, min, max, step }, index) => {
    const value = params[index]
    const isAllowed = value !== undefined && value >= min && value <= max && isMultiple(value, step)
    return isAllowed ? value : initial
  })
  const source = catalog[id].hasSource && parseSource(sourceText ?? '')
  return source && source !== 'close' ? { id, params: chosen, source } : { id, params: chosen }
}

/** Steps such as 0.01 are no binary fractions, so their multiples are not exact. */
function isMultiple(value: number, step: number): boolean {
  const steps = Math.round(value / step)
  return Math.abs(value - steps * step) < step * 1e-9
}

/** Formats a choice as in URLs and form fields: `macd:12:26:9`, or with its source `sma:20@hl2`, `sma:9@rsi:14`. */
export function indicatorText({ id, params, source }: IndicatorChoice): string {
  return [id, ...params].join(':') + (source ? `@${sourceText(source)}` : '')
}

/** Formats a source; another line of an indicator than its first is named: `macd.signal:12:26:9`. */
export function sourceText(source: Source): string {
  if (typeof source === 'string') return source
  const { of, line } = source
  return indicatorText(of).replace(of.id, line > 0 ? `${of.id}.${catalog[of.id].lines[line]}` : of.id)
}

/**
 * Parses a source. Undefined for what cannot be one: an indicator that is unknown until its anchor, whose values have no
 * warm-up of a known length, and chains that are too long. As a choice contains its source, none can read itself.
 */
function parseSource(text: string): Source | undefined {
  const [, id = '', line, rest = ''] = /^(\w+)(?:\.(\w+))?(.*)$/.exec(text) ?? []
  if (text.split('@').length >= maxChain) return undefined
  const of = parseIndicator(id + rest)
  if (!of) return priceSources.find((each) => each === text)
  const { lines, isAnchored } = catalog[of.id]
  const place = line ? lines.indexOf(line) : 0
  return isAnchored || place < 0 ? undefined : { of, line: place }
}

/** Whether an indicator may read a source, see `parseSource`. */
export function isReadable(source: Source): boolean {
  return parseSource(sourceText(source)) !== undefined
}

/** Parses such a text. Returns undefined if the indicator is unknown or cannot read the given source. */
export function parseIndicator(text: string): IndicatorChoice | undefined {
  const [own = '', ...rest] = text.split('@')
  const [id, ...params] = own.split(':')
  const source = rest.join('@')
  if (!isIndicatorId(id) || (rest.length > 0 && catalog[id].hasSource && !parseSource(source))) return undefined
  return chooseIndicator(id, params.map(Number), source)
}
