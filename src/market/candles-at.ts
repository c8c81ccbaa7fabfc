import { type Candle, mergeCandles } from './candle.ts'
import type { CandleQuery, Market } from './market.ts'
import { type CandleLength, minutesOf, openTimeOf } from './timeframe.ts'

export interface CandlesAtQuery extends CandleQuery {
  /** Time at which the candles are wanted, ms UTC, to the minute; if missing, the present */
  until?: number | undefined
}

/** Timeframes from which the known part of an unfinished candle is put together */
const partTimeframes = [1440, 60, 1] as const

/**
 * Reads candles as they stood at a past time: none opens later, and the candle in progress then has only the minutes
 * that had closed.
 */
export async function candlesAt(
  market: Pick<Market, 'candles'>,
  { until, ...query }: CandlesAtQuery,
): Promise<Candle[]> {
  if (until === undefined) return market.candles(query)
  const { asset, tf, from, to = Number.POSITIVE_INFINITY, limit } = query
  const known = openTimeOf(until, 1)
  const open = openTimeOf(known, tf)
  const end = Math.min(to, open)
  const closed = from !== undefined && from >= end ? [] : await market.candles({ ...query, to: end })
  const isWanted = to > open && (from === undefined || (from <= open && closed.length < limit))
  const current = isWanted ? await candleInProgress(market, { asset, tf, open, known }) : undefined
  return current ? [...closed, current].slice(-limit) : closed
}

interface InProgress {
  asset: string
  tf: CandleLength
  open: number
  known: number
}

async function candleInProgress(
  market: Pick<Market, 'candles'>,
  { asset, tf, open, known }: InProgress,
): Promise<Candle | undefined> {
  const parts: Candle[] = []
  let from = open
  for (const part of partTimeframes.filter((each) => each < minutesOf(tf))) {
    const to = openTimeOf(known, part)
    if (to <= from) continue
    parts.push(...(await market.candles({ asset, tf: part, from, to, limit: 1000 })))
    from = to
  }
  const [first, ...others] = parts
  return first && { ...others.reduce(mergeCandles, first), openTime: open }
}
