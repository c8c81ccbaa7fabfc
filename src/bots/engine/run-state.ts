import type { Candle } from '../../market/candle.ts'
import type { Units } from '../../market/units.ts'
import type { Desk, Minute, Terms } from './desk.ts'
import type { Money } from './money.ts'
import type { Fill, Intent, Order } from './order.ts'
import type { Dropped, RiskMemory, RiskRules } from './risk.ts'
import type { Json, Playing, Signals } from './strategy.ts'

/** What a run is made of, and never changes while it lasts. */
export interface Setup {
  capital: Money
  terms: Terms
  /** Without, the strategy alone decides */
  risk?: RiskRules | undefined
  /** Undefined where a person alone decides */
  playing?: Playing | undefined
}

export type Mode =
  | { state: 'running' }
  /** No buys; what is held is still looked after */
  | { state: 'paused'; until?: number | undefined; reason: string }
  | { state: 'halted'; reason: string }

/** Everything a run has come to. A value of JSON: what is written is what goes on after a restart. */
export interface RunState {
  desk: Desk
  mode: Mode
  risk: RiskMemory
  /** Missing before the first minute, and in runs that were written before it was measured */
  drawdown?: Drawdown
  /** The strategy's own */
  memory: Json
  /** openTime of the last minute, ms UTC; -1 before the first */
  minute: number
  /** Its close, in price units; 0 before the first */
  price: Units
}

/** Falls of the equity at the close of each minute from its highest value so far, the capital at first. */
export interface Drawdown {
  /** openTime of the first measured minute, ms UTC */
  from: number
  peak: Money
  /** End of the last minute at the peak, ms UTC; undefined while the equity is there */
  since?: number | undefined
  /** Share of the peak */
  deepest: number
  /** Longest time below a peak */
  longestMs: number
}

export type RunEvent =
  /** A known minute, in order */
  | { kind: 'minute'; minute: Minute }
  /** A candle of the strategy's timeframe has settled, after its last minute */
  | { kind: 'close'; candle: Candle; signals: Signals; time: number }
  /** Candles that were told have changed: no trade is undone for it */
  | { kind: 'corrected'; from: number; to: number; time: number }
  | { kind: 'act'; act: PersonalAct; time: number }

export type PersonalAct =
  /** `after`: openTime of the minute that went on when it was given; a fill in it would be one in the past */
  | { do: 'pause'; after?: number | undefined }
  | { do: 'resume'; after?: number | undefined }
  | { do: 'halt'; reason: string; sell: boolean; after?: number | undefined }
  /** `key`: its idempotency key, which the run does not look at */
  | { do: 'order'; intents: readonly Intent[]; after?: number | undefined; key?: string | undefined }

export type LogEntry =
  | { kind: 'decision'; time: number; signals: Signals; intents: readonly Intent[]; dropped: readonly Dropped[] }
  | { kind: 'refused'; time: number; order: Order }
  | { kind: 'mode'; time: number; mode: Mode }
  | { kind: 'corrected'; time: number; from: number; to: number }

export interface Stepped {
  state: RunState
  fills: readonly Fill[]
  log: readonly LogEntry[]
}
