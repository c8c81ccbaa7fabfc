import type { Timeframe } from '../../market/timeframe.ts'
import type { Units } from '../../market/units.ts'
import type { Money } from '../engine/money.ts'
import type { DroppedIntent } from '../engine/risk.ts'

/** Reasons why a run has no trades; `kind` is a key into the texts. Prices are in units. */
export type NoTrades =
  | { kind: 'no-candles' }
  /** The tested period is shorter than a candle of this timeframe, so no candle closed. */
  | { kind: 'no-close'; tf: Timeframe }
  /** Too few candles for the indicator: `candles` includes those before the period; `needed` is for its first value. */
  | { kind: 'warm-up'; candles: number; needed: number }
  | { kind: 'below-step'; money: Money; stepCost: Money; step: Units }
  | { kind: 'below-minimum'; money: Money; least: Money }
  | { kind: 'rules'; why: DroppedIntent['why'] }
  /** A waiting purchase never filled, because its price was below the lowest price or above the highest one. */
  | { kind: 'stayed-above'; price: Units; lowest: Units }
  | { kind: 'stayed-below'; price: Units; highest: Units }
  /** The tradable share of each minute's volume is less than one quantity step. */
  | { kind: 'no-volume' }
  /** The first purchase was decided at the end of the period, so it could not fill. */
  | { kind: 'at-end' }
  | { kind: 'no-signal'; candles: number }

export const noTradesReasons = [
  'no-candles',
  'no-close',
  'warm-up',
  'below-step',
  'below-minimum',
  'rules',
  'stayed-above',
  'stayed-below',
  'no-volume',
  'at-end',
  'no-signal',
] as const satisfies readonly NoTrades['kind'][]
