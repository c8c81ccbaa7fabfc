import type { Candle, MinuteUpdate } from '../candle.ts'
import type { Recipe } from '../feed/feed.ts'
import type { Instrument } from '../instrument.ts'
import type { AssetSpan, Span } from '../span.ts'
import { minuteMs } from '../timeframe.ts'
import { wholeUnits } from '../units.ts'

/** Candles in one buffer, which is transferred between threads without copying */
export type PackedCandles = Float64Array<ArrayBuffer>

export type PastTask =
  | { kind: 'open'; path: string }
  /** Task to write closed minutes */
  | { kind: 'put'; asset: string; packed: PackedCandles }
  /** Task to generate and write the closed minutes of a span; the reply has those from `since` on, ms UTC */
  | { kind: 'make'; recipe: Recipe; instrument: Instrument; span: AssetSpan; since: number }
  | { kind: 'roll-up'; span: AssetSpan }
  | { kind: 'close' }

export interface PastRequest {
  id: number
  task: PastTask
}

export interface GeneratedMinutes {
  count: number
  /** Span from the first written minute to the end of the last; undefined if there are none */
  written: Span | undefined
  isRolledUp: boolean
  packed: PackedCandles
}

export type PastReply =
  | { id: number; isDone: true; made?: GeneratedMinutes | undefined }
  | { id: number; isDone: false; message: string }

const width = 9

export function packCandles(candles: readonly Candle[]): PackedCandles {
  const packed = new Float64Array(candles.length * width)
  for (const [index, { openTime, open, high, low, close, volume, traded }] of candles.entries()) {
    const at = index * width
    // Values are assigned one by one: `set` with an array takes ten times as long.
    packed[at] = openTime
    packed[at + 1] = open
    packed[at + 2] = high
    packed[at + 3] = low
    packed[at + 4] = close
    packed[at + 5] = volume
    packed[at + 6] = traded?.trades ?? Number.NaN
    packed[at + 7] = traded?.quoteVolume ?? Number.NaN
    packed[at + 8] = traded?.takerVolume ?? Number.NaN
  }
  return packed
}

export function unpackMinutes(asset: string, packed: PackedCandles): MinuteUpdate[] {
  return Array.from({ length: packed.length / width }, (_, index) => {
    const value = (column: number) => packed[index * width + column] ?? Number.NaN
    const openTime = value(0)
    return closedMinute(asset, {
      openTime,
      open: wholeUnits(value(1)),
      high: wholeUnits(value(2)),
      low: wholeUnits(value(3)),
      close: wholeUnits(value(4)),
      volume: wholeUnits(value(5)),
      ...(!Number.isNaN(value(6)) && {
        traded: { trades: value(6), quoteVolume: wholeUnits(value(7)), takerVolume: wholeUnits(value(8)) },
      }),
    })
  })
}

export function closedMinute(asset: string, candle: Candle): MinuteUpdate {
  return { ...candle, asset, isClosed: true, time: candle.openTime + minuteMs }
}
