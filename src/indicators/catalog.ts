import { createEma, createExponentialAverage, exponentialMemory } from './ema.ts'
import type { Indicator } from './indicator.ts'
import { createRsi, rsiMemory } from './rsi.ts'
import { createSlidingMean, createSlidingSum, createSma } from './sma.ts'

export const indicatorIds = ['sma', 'ema', 'bollinger', 'rsi', 'macd'] as const
export type IndicatorId = (typeof indicatorIds)[number]

export interface IndicatorChoice {
  id: IndicatorId
  params: readonly number[]
}

interface Parameter {
  name: 'length' | 'deviations' | 'fast' | 'slow' | 'signal'
  initial: number
  min: number
  max: number
  step: number
}

export interface IndicatorKind {
  parameters: readonly Parameter[]
  create(params: readonly number[]): Indicator
  /** Number of newest candles that determine the values: computed from as many or more, the values are the same */
  memory(params: readonly number[]): number
}

const length = (initial: number): Parameter => ({ name: 'length', initial, min: 2, max: 500, step: 1 })

export const indicatorKinds: Record<IndicatorId, IndicatorKind> = {
  sma: { parameters: [length(20)], create: ([n = 20]) => createSma(n), memory: ([n = 20]) => n },
  ema: { parameters: [length(50)], create: ([n = 50]) => createEma(n), memory: ([n = 50]) => exponentialMemory(n) },
  bollinger: {
    parameters: [length(20), { name: 'deviations', initial: 2, min: 0.5, max: 5, step: 0.5 }],
    create: ([n = 20, deviations = 2]) => createBollinger(n, deviations),
    memory: ([n = 20]) => n,
  },
  rsi: { parameters: [length(14)], create: ([n = 14]) => createRsi(n), memory: ([n = 14]) => rsiMemory(n) },
  macd: {
    parameters: [
      { name: 'fast', initial: 12, min: 2, max: 200, step: 1 },
      { name: 'slow', initial: 26, min: 2, max: 500, step: 1 },
      { name: 'signal', initial: 9, min: 2, max: 200, step: 1 },
    ],
    create: ([fast = 12, slow = 26, signal = 9]) => createMacd(fast, slow, signal),
    memory: ([fast = 12, slow = 26, signal = 9]) => macdMemory(fast, slow, signal),
  },
}

/** Returns the longest memory of the chosen indicators, candles; 0 if none is chosen. */
export function maxMemory(choices: readonly IndicatorChoice[]): number {
  return Math.max(0, ...choices.map(({ id, params }) => indicatorKinds[id].memory(params)))
}

export function isIndicatorId(value: unknown): value is IndicatorId {
  return indicatorIds.some((id) => id === value)
}

/** Creates a choice of an indicator. Replaces missing or invalid parameters by their initial values. */
export function chooseIndicator(id: IndicatorId, params: readonly (number | undefined)[] = []): IndicatorChoice {
  const chosen = indicatorKinds[id].parameters.map(({ initial, min, max, step }, index) => {
    const value = params[index]
    const isAllowed = value !== undefined && value >= min && value <= max && Number.isInteger(value / step)
    return isAllowed ? value : initial
  })
  return { id, params: chosen }
}

/** Formats a choice as in URLs and form fields: `macd:12:26:9`. */
export function indicatorText({ id, params }: IndicatorChoice): string {
  return [id, ...params].join(':')
}

/** Parses such a text. Returns undefined if the indicator is unknown. */
export function parseIndicator(text: string): IndicatorChoice | undefined {
  const [id, ...params] = text.split(':')
  return isIndicatorId(id) ? chooseIndicator(id, params.map(Number)) : undefined
}

function createMacd(fastLength: number, slowLength: number, signalLength: number): Indicator {
  const fast = createExponentialAverage(fastLength)
  const slow = createExponentialAverage(slowLength)
  const signal = createExponentialAverage(signalLength)
  const read = (price: number, act: 'next' | 'peek') => {
    const [quick, lazy] = [fast[act](price), slow[act](price)]
    if (quick === undefined || lazy === undefined) return [undefined, undefined, undefined]
    const distance = quick - lazy
    const average = signal[act](distance)
    return [distance, average, average === undefined ? undefined : distance - average]
  }
  return { peek: (price) => read(price, 'peek'), close: (price) => read(price, 'next') }
}

function macdMemory(fastLength: number, slowLength: number, signalLength: number): number {
  return exponentialMemory(Math.max(fastLength, slowLength)) + exponentialMemory(signalLength) - 1
}

/** Bollinger bands: the middle is the mean, upper and lower are some (population) standard deviations away from it. */
function createBollinger(length: number, deviations: number): Indicator {
  const mean = createSlidingMean(length)
  // The variance is computed from distances to a price in the window: squares of full prices lose significant digits.
  const distances = createSlidingSum(length - 1, 1, (price, base) => price - base)
  const squares = createSlidingSum(length - 1, 1, (price, base) => (price - base) * (price - base))
  const peek = (price: number) => {
    const middle = mean.peek(price)
    if (middle === undefined) return [undefined, undefined, undefined]
    const distance = price - distances.base
    const average = (distances.sum + distance) / length
    const variance = (squares.sum + distance * distance) / length - average * average
    const spread = deviations * Math.sqrt(Math.max(0, variance))
    return [middle, middle + spread, middle - spread]
  }
  return {
    peek,
    close: (price) => {
      const values = peek(price)
      mean.next(price)
      distances.push(price)
      squares.push(price)
      return values
    },
  }
}
