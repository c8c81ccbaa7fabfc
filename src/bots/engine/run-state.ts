import type { Candle } from '../../market/candle.ts'
import type { Units } from '../../market/units.ts'
import type { Fees, Money } from './money.ts'
import type { Fill, Intent, Order } from './order.ts'
import type { Minute, Portfolio, Terms } from './portfolio.ts'
import type { DroppedIntent, RiskMemory, RiskRules } from './risk.ts'
import type { BoundStrategy, Json, Signals } from './strategy.ts'

/** Configuration of a run, constant while it lasts. */
export interface Setup {
  capital: Money
  terms: Terms
  /** Risk rules; if undefined, only the strategy decides */
  risk?: RiskRules | undefined
  /** Strategy of the run; undefined if only a person decides */
  playing?: BoundStrategy | undefined
}

export type Mode =
  | { state: 'running' }
  /** The run makes no purchases; stops and other sales stay active. */
  | { state: 'paused'; until?: number | undefined; reason: string }
  | { state: 'halted'; reason: string }

/** Complete state of a run as JSON. The state is stored, and the run continues from it after a restart. */
export interface RunState {
  desk: Portfolio
  mode: Mode
  risk: RiskMemory
  /** Drawdowns of the equity; missing before the first minute, and in runs stored before drawdowns were measured */
  drawdown?: Drawdown
  /** Fees chosen since the start; missing while those of the setup apply */
  fees?: Fees
  /** Memory of the strategy, which only the strategy reads */
  memory: Json
  /** openTime of the last processed minute, ms UTC; -1 before the first */
  minute: number
  /** Close of the last processed minute, in price units; 0 before the first */
  price: Units
}

/** Drawdowns of the equity, measured at each minute's close from the highest value so far; starts at the capital. */
export interface Drawdown {
  /** openTime of the first minute whose drawdown was measured, ms UTC */
  from: number
  peak: Money
  /** End of the last minute at which the equity was at its peak, ms UTC; undefined while it is there */
  since?: number | undefined
  /** Deepest drawdown so far, as a share of the peak */
  deepest: number
  /** Longest time below a peak, ms */
  longestMs: number
}

export type RunEvent =
  /** A minute with known prices, in order of time */
  | { kind: 'minute'; minute: Minute }
  /** A candle of the strategy's timeframe has settled, after its last minute */
  | { kind: 'close'; candle: Candle; signals: Signals; time: number }
  /** Published candles have changed; past trades are not undone */
  | { kind: 'corrected'; from: number; to: number; time: number }
  | { kind: 'act'; act: BotCommand; time: number }

export type BotCommand =
  /**
   * Commands of the owner. `after`: openTime of the minute in progress when the command was given. A command takes
   * effect after that minute, never on past prices.
   */
  | { do: 'pause'; after?: number | undefined }
  | { do: 'resume'; after?: number | undefined }
  | { do: 'halt'; reason: string; sell: boolean; after?: number | undefined }
  /** Orders of a person. `key`: idempotency key, which the run ignores */
  | { do: 'order'; intents: readonly Intent[]; after?: number | undefined; key?: string | undefined }
  /** Other fees for the trades that follow */
  | { do: 'fees'; fees: Fees; after?: number | undefined }

export type LogEntry =
  | { kind: 'decision'; time: number; signals: Signals; intents: readonly Intent[]; dropped: readonly DroppedIntent[] }
  | { kind: 'refused'; time: number; order: Order }
  | { kind: 'mode'; time: number; mode: Mode }
  | { kind: 'corrected'; time: number; from: number; to: number }

export interface StepResult {
  state: RunState
  fills: readonly Fill[]
  log: readonly LogEntry[]
}
