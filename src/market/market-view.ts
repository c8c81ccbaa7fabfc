import type { Db } from '../db/client.ts'
import type { MarketState } from './asset-state.ts'
import { type Candle, candleOf, type Tick } from './candle.ts'
import type { CandleWindow } from './candle-window.ts'
import type { CandleWindows } from './candle-windows.ts'
import { readCloses } from './closes.ts'
import { appended, createColumnsReader, emptyColumns, maxColumnRows } from './columns.ts'
import type { FeedId } from './feed/feed-id.ts'
import type { Instrument } from './instrument.ts'
import { joinedCandles, partsOf } from './joined-candles.ts'
import type { Listings } from './listing/listings.ts'
import type { AssetSummary, CandleQuery, ColumnsQuery, Market } from './market.ts'
import { retentionMs } from './minute-window.ts'
import { readMissing } from './past/holes.ts'
import { type CandleReader, createPricesReader } from './queries.ts'
import { allTime, type PriceQuery } from './span.ts'
import { hourMs, minuteMs, moscowDay, type Timeframe } from './timeframe.ts'
import { toDecimal, type Units, wholeUnits } from './units.ts'

export interface Follower {
  state(): MarketState
  /** Resolves when stored candles before `time` agree with the candle windows. */
  stored(asset: string, time: number): Promise<void>
  /** Repeats the read if source or digits changed during it. In the feed's own process, they never change. */
  readWhole?<Answer>(read: () => Promise<Answer>): Promise<Answer>
  /** Writes pending minutes; in a process without the feed, checks whether the feed's process is still connected. */
  sync(): Promise<void>
  /** Checkpoints the WAL if this process writes the database. */
  checkpoint(): Promise<void>
  otherSource?(): { here: string; there: string } | undefined
  close(): Promise<void>
}

const hours = 24

/** Statistics of the last 24 hours, without the newest minute */
interface Day {
  /** Price 24 hours ago; undefined if no minute that old is known */
  before: Units | undefined
  high: number
  low: number
  volume: number
  closes: (Units | undefined)[]
}

/** Summarizes the 24 hours up to the newest minute. Earlier minutes are summed only after a change of the window. */
export function createSummary(instrument: Instrument, window: CandleWindow): () => AssetSummary | undefined {
  let [day, revision]: [Day | undefined, number] = [undefined, -1]
  let cached: { newest: Tick; revision: number; summary: AssetSummary } | undefined
  const { asset, priceDigits, volumeDigits } = instrument
  const price = (units: Units) => toDecimal(units, priceDigits)
  return () => {
    const newest = window.current(1)
    if (!newest) return undefined
    if (cached?.newest === newest && cached.revision === window.revision()) return cached.summary
    if (!day || revision !== window.revision()) {
      const from = newest.openTime + minuteMs - hours * hourMs
      day = sumUp(window, from, newest.openTime)
      revision = window.revision()
    }
    const { before } = day
    const summary: AssetSummary = {
      asset,
      last: price(newest.close),
      change24h: before === undefined ? undefined : (newest.close / before - 1) * 100,
      high24h: price(wholeUnits(Math.max(day.high, newest.high))),
      low24h: price(wholeUnits(Math.min(day.low, newest.low))),
      volume24h: toDecimal(wholeUnits(day.volume + newest.volume), volumeDigits),
      spark: filled([...day.closes.slice(0, hours - 1), newest.close]).map(price),
    }
    cached = { newest, revision, summary }
    return summary
  }
}

/** Price a day ago: the open of the first hour with trades, else the last close before. A young market has none. */
function priceBefore(
  window: Pick<CandleWindow, 'merged'>,
  from: number,
  firstHour: Candle | undefined,
): Units | undefined {
  return firstHour?.open ?? window.merged(from - retentionMs, from)?.close
}

function sumUp(window: Pick<CandleWindow, 'merged'>, from: number, to: number): Day {
  const day: Day = {
    before: undefined,
    high: Number.NEGATIVE_INFINITY,
    low: Number.POSITIVE_INFINITY,
    volume: 0,
    closes: [],
  }
  for (let hour = 0; hour < hours; hour++) {
    const begin = from + hour * hourMs
    const candle = window.merged(begin, Math.min(begin + hourMs, to))
    if (hour === 0) day.before = priceBefore(window, from, candle)
    day.closes.push(candle?.close)
    if (!candle) continue
    day.high = Math.max(day.high, candle.high)
    day.low = Math.min(day.low, candle.low)
    day.volume += candle.volume
  }
  return day
}

function filled(closes: readonly (Units | undefined)[]): Units[] {
  const spark: Units[] = []
  for (const close of closes) {
    const known = close ?? spark.at(-1)
    if (known !== undefined) spark.push(known)
  }
  return spark
}

/** Maximum closes per page, because a page is held in memory */
const maxCloses = 1000

interface MarketReadsOptions {
  db: Db
  reader: CandleReader
  windows: CandleWindows
  follower: Pick<Follower, 'stored' | 'readWhole'>
  /** Start of the history, ms UTC: older minutes are never fetched */
  horizon(): number
}

/** Creates reads of stored candles, combined with the current candle from the candle windows. */
function createMarketReads(
  options: MarketReadsOptions,
): Pick<Market, 'candles' | 'columns' | 'pricesAt' | 'closes' | 'gaps'> {
  const { db, reader, windows, follower, horizon } = options
  const readColumns = createColumnsReader(db)

  /** Returns the current candle once all earlier candles are stored, so that both together have no hole. */
  const currentOnceStored = async (asset: string, tf: Timeframe) => {
    const now = windows.current(asset, tf)
    if (now) await follower.stored(asset, now.openTime)
    // The current candle is read again, because it may have changed while earlier candles were written.
    return windows.current(asset, tf)
  }
  const candles = async (query: CandleQuery): Promise<Candle[]> => {
    const { asset, tf, from, to = Number.MAX_SAFE_INTEGER, limit } = query
    if (!windows.get(asset)) return []
    if (tf === moscowDay) return joinedDays(candles, { ...query, tf, to })
    const current = await currentOnceStored(asset, tf)
    const stored = await (from === undefined
      ? reader.last({ asset, tf, from: allTime.from, to, count: limit })
      : reader.first({ asset, tf, from, to, count: limit }))
    if (!current || current.openTime >= to) return stored
    // The stored version of the current candle is up to a second old, so it is replaced.
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

  const readPrices = createPricesReader(db)
  const pricesAt = async (queries: readonly PriceQuery[]) => {
    for (const { asset, until } of queries) await follower.stored(asset, until)
    return readPrices(queries)
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
  const gaps = async (asset: string, from: number, to: number) =>
    windows.get(asset) ? readMissing(db, { asset, from, to }) : []
  return {
    candles: whole(candles),
    columns: whole(columns),
    pricesAt: whole(pricesAt),
    closes: whole(closes),
    gaps: whole(gaps),
  }
}

interface DaysQuery extends Omit<CandleQuery, 'tf'> {
  tf: typeof moscowDay
  to: number
}

/** Joins the days of Moscow from hours, of which the current one is up to date. */
async function joinedDays(candles: Market['candles'], { asset, tf, from, to, limit }: DaysQuery): Promise<Candle[]> {
  const parts = partsOf({ asset, tf, from: from ?? 0, to, count: limit })
  if (!parts) return []
  const hours = await candles({
    asset,
    tf: parts.tf,
    from: from === undefined ? from : parts.from,
    to: parts.to,
    limit: parts.count,
  })
  const days = joinedCandles(hours, tf)
  return from === undefined ? days.slice(-limit) : days.slice(0, limit)
}

export interface MarketViewOptions {
  db: Db
  reader: CandleReader
  windows: CandleWindows
  follower: Follower
  listings: Pick<Listings, 'get' | 'refresh'>
  /** Id of the price source. Changes when the candle windows are reloaded for another source. */
  feedId(): FeedId
  instruments(): readonly Instrument[]
  /** Start of the history, ms UTC: older minutes are never fetched */
  horizon(): number
}

export type OpenMarket = Market & Pick<Follower, 'sync' | 'checkpoint'>

/** The market as readers see it: past candles from the database, current ones from the candle windows. */
export function createMarketView(options: MarketViewOptions): OpenMarket {
  const { db, reader, windows, follower, listings, feedId, instruments, horizon } = options
  const lists = createLists(windows, instruments)

  return {
    get feed() {
      return { id: feedId() }
    },
    get instruments() {
      return instruments()
    },
    instrument: (asset) => lists().byAsset.get(asset),
    listing: listings.get,
    state: follower.state,
    current: windows.current,
    ...createMarketReads({ db, reader, windows, follower, horizon }),
    summaries: async () =>
      lists().summaries.flatMap((summary) => {
        const known = summary()
        return known ? [known] : []
      }),
    onTick: windows.onTick,
    onClose: windows.onClose,
    otherSource: () => follower.otherSource?.(),
    sync: async () => {
      await follower.sync()
      await listings.refresh(Date.now())
    },
    checkpoint: () => follower.checkpoint(),
    close: () => follower.close(),
  }
}

/** Builds the lists and lookups of a market once per instrument list. */
function createLists(windows: CandleWindows, instruments: () => readonly Instrument[]) {
  const listsOf = (list: readonly Instrument[]) => ({
    list,
    byAsset: new Map(list.map((instrument) => [instrument.asset, instrument])),
    summaries: list.flatMap((instrument) => {
      const window = windows.get(instrument.asset)
      return window ? [createSummary(instrument, window)] : []
    }),
  })
  let lists = listsOf(instruments())
  return () => {
    const list = instruments()
    if (lists.list !== list) lists = listsOf(list)
    return lists
  }
}
