import type { z } from 'zod'
import type { Candle } from '../../market/candle.ts'
import type { Units } from '../../market/units.ts'
import type { Money, TradeScale } from './money.ts'
import type { Fill, Intent } from './order.ts'
import type { Portfolio } from './portfolio.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Values that a strategy derived from a candle, by which it decides. The log shows these values. */
export type Signals = Readonly<Record<string, number | string | boolean | undefined>>

export interface StrategyView {
  desk: Portfolio
  scale: TradeScale
  /** Last close of the asset, in price units */
  price: Units
  /** End of the known data, ms UTC */
  time: number
}

export interface Decision<Memory> {
  memory: Memory
  intents: readonly Intent[]
}

export interface StrategyParameter {
  name: string
  /** Initial value of the parameter: for prices a share of the last price, for choices an index; unused for texts */
  initial: number
  min: number
  max: number
  step: number
  /** A `text` has `max` characters at most; all others are numbers or choices. */
  unit: 'candles' | 'percent' | 'points' | 'price' | 'money' | 'levels' | 'times' | 'choice' | 'number' | 'text'
  /** Whether the parameter may be missing; `initial` is then only the middle of a sweep's range */
  isOptional?: boolean
  /** Values to choose from, only if `unit` is `choice` */
  choices?: readonly (string | boolean)[]
}

/** Pure: a strategy's decisions depend only on memory, signals and view; signals only on the last `warmUp` candles. */
export interface Strategy<Params, Memory extends Json, Seen extends Signals> {
  id: string
  params: z.ZodType<Params>
  parameters: readonly StrategyParameter[]
  /** Number of candles that the strategy needs before its first signals */
  warmUp(params: Params): number
  begin(params: Params): Memory
  /** Starts to watch candles. @returns a function that must be called with every candle once, in order */
  watch(params: Params): (candle: Candle) => Seen
  onClose(params: Params, memory: Memory, signals: Seen, view: StrategyView): Decision<Memory>
  onFills?(params: Params, memory: Memory, fills: readonly Fill[], view: StrategyView): Decision<Memory>
  /** Explains why no order waits; only for strategies that place orders without a signal */
  whyIdle?(params: Params, memory: Memory, view: StrategyView): Idle | undefined
}

/**
 * Reasons why a strategy orders nothing at a price (in price units): the price is below the lowest level, or the money
 * does not pay for one quantity step.
 */
export type Idle = { kind: 'below-levels'; price: Units } | { kind: 'below-step'; price: Units; money: Money }

/** A strategy with its parameters, independent of the types of its parameters, memory and signals. */
export interface BoundStrategy {
  id: string
  warmUp: number
  begin(): Json
  watch(): (candle: Candle) => Signals
  onClose(memory: Json, signals: Signals, view: StrategyView): Decision<Json>
  onFills(memory: Json, fills: readonly Fill[], view: StrategyView): Decision<Json>
  whyIdle?(memory: Json, view: StrategyView): Idle | undefined
}

type BindOutcome =
  | { status: 'ready'; playing: BoundStrategy }
  /** The parameters are invalid; errors are by parameter name. */
  | { status: 'invalid'; errors: Readonly<Record<string, string>> }

export interface AnyStrategy {
  id: string
  parameters: readonly StrategyParameter[]
  params: z.ZodType
  bind(params: unknown): BindOutcome
}

/**
 * Creates a strategy without the types of its parameters, memory and signals. The casts are safe because memory and
 * signals only ever return to the strategy that made them.
 */
export function defineStrategy<Params, Memory extends Json, Seen extends Signals>(
  strategy: Strategy<Params, Memory, Seen>,
): AnyStrategy {
  const { id, params: schema, parameters } = strategy
  return {
    id,
    parameters,
    params: schema,
    bind: (given) => {
      const read = schema.safeParse(given)
      if (!read.success) {
        return {
          status: 'invalid',
          errors: Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message])),
        }
      }
      const params = read.data
      const playing: BoundStrategy = {
        id,
        warmUp: strategy.warmUp(params),
        begin: () => strategy.begin(params),
        watch: () => strategy.watch(params),
        onClose: (memory, signals, view) => strategy.onClose(params, memory as Memory, signals as Seen, view),
        onFills: (memory, fills, view) =>
          strategy.onFills?.(params, memory as Memory, fills, view) ?? { memory, intents: [] },
        whyIdle: (memory, view) => strategy.whyIdle?.(params, memory as Memory, view),
      }
      return { status: 'ready', playing }
    },
  }
}
