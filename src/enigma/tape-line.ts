import type { DecimalTick } from '../market/candle.ts'
import { nearestUnits, toDecimal } from '../market/units.ts'

export interface TapeLine {
  time: number
  price: number
  /** Volume since the previous line, in the base currency; zero if only the price moved */
  volume: number
  /** Side of the order that caused the trade; undefined if the line is a change of the price */
  side?: 'buy' | 'sell' | undefined
}

export const tapeLength = 50

/** Fields of a tick that the list of recent ticks uses */
export type Traded = Pick<DecimalTick, 'openTime' | 'close' | 'volume' | 'time'>

/** Creates a line from a tick. Returns undefined if neither price nor volume has changed. */
export function tapeLine(tick: Traded, before: Traded | undefined, digits: number): TapeLine | undefined {
  const volume = toDecimal(nearestUnits(Math.max(0, tradedSince(tick, before)), digits), digits)
  if (volume === 0 && tick.close === before?.close) return undefined
  return { time: tick.time, price: tick.close, volume }
}

/** Volume since the previous tick; 0 for the first tick: how much of its minute was traded before is unknown. */
function tradedSince(tick: Traded, before: Traded | undefined): number {
  if (!before) return 0
  return before.openTime === tick.openTime ? tick.volume - before.volume : tick.volume
}
