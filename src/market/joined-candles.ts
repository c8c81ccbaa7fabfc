import { type Candle, candleOf, mergeCandles } from './candle.ts'
import type { CandleSpan } from './span.ts'
import {
  type CandleLength,
  closeTimeOf,
  minuteMs,
  minutesOf,
  moscowDay,
  openTimeOf,
  type Timeframe,
} from './timeframe.ts'

/**
 * Candles of three minutes are joined when they are read: to store them would take a third of the space of the minutes,
 * and a read of minutes takes three times the rows. Days of Moscow begin with an hour of UTC.
 */
function storedTimeframe(tf: CandleLength): Timeframe {
  return tf === moscowDay ? 60 : tf === 3 ? 1 : tf
}

/** Joins candles of a shorter timeframe, ascending, into those of a longer one. */
export function joinedCandles(parts: readonly Candle[], tf: CandleLength): Candle[] {
  const candles: Candle[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const part of parts) {
    const last = candles.length - 1
    const before = candles[last]
    if (before && part.openTime < end) candles[last] = mergeCandles(before, part)
    else {
      candles.push({ ...candleOf(part), openTime: openTimeOf(part.openTime, tf) })
      end = closeTimeOf(part.openTime, tf)
    }
  }
  return candles
}

type Reads = Record<'first' | 'last' | 'closed', (span: CandleSpan) => Promise<Candle[]>>

/** Extends reads of stored candles by those of timeframes that are joined when they are read. */
export function createJoiningReads(stored: Reads): Reads {
  const whole = (name: 'first' | 'last') => async (span: CandleSpan) => {
    const parts = partsOf(span)
    if (!parts) return stored[name](span)
    // A candle that the limit has cut is one more than asked for, because no candle has more than its own parts.
    const candles = joinedCandles(await stored[name](parts), span.tf)
    return name === 'first' ? candles.slice(0, span.count) : candles.slice(-span.count)
  }
  return {
    first: whole('first'),
    last: whole('last'),
    closed: async (span) => {
      const parts = partsOf(span)
      if (!parts) return stored.closed(span)
      const closed: Candle[] = []
      let { from } = parts
      while (closed.length < span.count) {
        const read = await stored.closed({ ...parts, from })
        closed.push(...completeCandles(read, span.tf))
        const last = read.at(-1)
        if (!last || read.length < parts.count) break
        // The last candle may be cut by the limit. It is read again, unless it ends with its last part.
        const end = closeTimeOf(last.openTime, span.tf)
        from = last.openTime + minuteMs === end ? end : openTimeOf(last.openTime, span.tf)
      }
      return closed.slice(0, span.count)
    },
  }
}

/** Returns the span of stored candles that a span is joined from; undefined if it is stored itself. */
export function partsOf(span: Omit<CandleSpan, 'tf'> & { tf: CandleLength }): CandleSpan | undefined {
  const { tf, from, to, count } = span
  const parts = storedTimeframe(tf)
  if (parts === tf) return undefined
  const isStart = openTimeOf(from, tf) === from
  return {
    ...span,
    tf: parts,
    from: isStart ? from : closeTimeOf(from, tf),
    to: closeTimeOf(to - 1, tf),
    count: count * (minutesOf(tf) / parts),
  }
}

/** Joins closed minutes, ascending; leaves out candles that lack a minute. */
function completeCandles(minutes: readonly Candle[], tf: Timeframe): Candle[] {
  return [...Map.groupBy(minutes, ({ openTime }) => openTimeOf(openTime, tf)).values()]
    .filter(({ length }) => length === tf)
    .flatMap((parts) => joinedCandles(parts, tf))
}
