import type { Db } from '../db/client.ts'
import { type Candle, candleOf } from './candle.ts'
import type { CandleWindows } from './candle-windows.ts'
import { readCloses } from './closes.ts'
import { appended, createColumnsReader, emptyColumns, maxColumnRows } from './columns.ts'
import type { Follower } from './follower.ts'
import type { CandleQuery, ColumnsQuery, Market } from './market.ts'
import type { CandleReader } from './queries.ts'
import { allTime } from './span.ts'
import type { Timeframe } from './timeframe.ts'

/** Upper bound on `limit`, because a page is held in memory */
const maxCloses = 1000

export interface MarketReadsOptions {
  db: Db
  reader: CandleReader
  windows: CandleWindows
  follower: Pick<Follower, 'stored' | 'readWhole'>
  /** Start of the history, ms UTC */
  horizon(): number
}

/** Combines stored candles with the current one from the candle windows. */
export function createMarketReads(options: MarketReadsOptions): Pick<Market, 'candles' | 'columns' | 'closes'> {
  const { db, reader, windows, follower, horizon } = options
  const readColumns = createColumnsReader(db)

  /** Returns the current candle, once all earlier ones are stored. */
  const currentOnceStored = async (asset: string, tf: Timeframe) => {
    const now = windows.current(asset, tf)
    if (now) await follower.stored(asset, now.openTime)
    // Read again, because writing took time.
    return windows.current(asset, tf)
  }
  const candles = async ({ asset, tf, from, to = Number.MAX_SAFE_INTEGER, limit }: CandleQuery): Promise<Candle[]> => {
    if (!windows.get(asset)) return []
    const current = await currentOnceStored(asset, tf)
    const stored = await (from === undefined
      ? reader.last({ asset, tf, from: allTime.from, to, count: limit })
      : reader.first({ asset, tf, from, to, count: limit }))
    if (!current || current.openTime >= to) return stored
    // The stored version of the current candle is up to a second old.
    const past = stored.filter(({ openTime }) => openTime < current.openTime)
    if (from === undefined) return [...past, candleOf(current)].slice(-limit)
    return current.openTime < from || past.length >= limit ? past : [...past, candleOf(current)]
  }

  const columns = async ({ asset, tf, from, to = Number.MAX_SAFE_INTEGER, limit = maxColumnRows }: ColumnsQuery) => {
    if (!windows.get(asset)) return emptyColumns(0)
    const current = await currentOnceStored(asset, tf)
    const end = Math.min(to, current?.openTime ?? to)
    const stored = await readColumns({ asset, tf, from, to: end, count: limit })
    const isWanted = current && current.openTime >= from && current.openTime < to
    return isWanted && stored.openTime.length < Math.min(limit, maxColumnRows) ? appended(stored, current) : stored
  }

  const closes = async (asset: string, tf: Timeframe, after: number, limit = 500) => {
    if (!windows.get(asset)) return []
    await follower.stored(asset, Number.POSITIVE_INFINITY)
    return readCloses({ db, reader }, asset, { tf, after, limit: Math.min(limit, maxCloses), horizon: horizon() })
  }

  const whole = <Asked extends unknown[], Answer>(read: (...asked: Asked) => Promise<Answer>) => {
    const { readWhole } = follower
    return readWhole ? (...asked: Asked) => readWhole(() => read(...asked)) : read
  }
  return { candles: whole(candles), columns: whole(columns), closes: whole(closes) }
}
