import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import type { Logger } from '../log/logger.ts'
import { type Books, openBooks } from './books.ts'
import { type Candle, candleOf } from './candle.ts'
import { readCloses } from './closes.ts'
import { readDigits } from './digits-queries.ts'
import type { Feed } from './feed/feed.ts'
import { followDatabase } from './follow-database.ts'
import { followFeed } from './follow-feed.ts'
import type { Follower } from './follower.ts'
import type { Instrument } from './instrument.ts'
import type { CandleQuery, Market } from './market.ts'
import { createCandleReader, readGaps, readSource, resetSource } from './queries.ts'
import { rescale } from './rescale.ts'
import { createSummary } from './summary.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

const dayMs = 1440 * minuteMs

export interface MarketOptions {
  db: Db
  feed: Feed
  /** Whether this process runs the feed; else it only reads what another writes */
  follows?: boolean
  historyDays?: number | undefined
  latenessMs?: number
  correctionsEveryMs?: number
  /** ms UTC; the feed's clock unless given */
  now?: (() => number) | undefined
  events: Pick<Events, 'emit'>
  log: Logger
}

export type OpenMarket = Market & Pick<Follower, 'sync' | 'checkpoint'>

/** Opens the market where its database left off and starts the feed; the past is fetched in the background. */
export async function openMarket(options: MarketOptions): Promise<OpenMarket> {
  const { db, feed, follows = true, historyDays = 90, latenessMs = 1500, now = feed.now, events, log } = options
  const { correctionsEveryMs = 5000 } = options
  if (follows) await claim(db, feed, log)
  const instruments = await storedInstruments(db, feed.instruments)
  const reader = createCandleReader(db)
  // What is older will never be fetched.
  const horizon = () => openTimeOf(now() - historyDays * dayMs, 1)
  const missingSince = async (asset: string, time: number) => [
    { from: 0, to: horizon() },
    ...(await readGaps(db, { asset, from: time, to: Number.MAX_SAFE_INTEGER })),
  ]
  const books = await openBooks({ instruments, reader, missingSince, log })
  const storedUntil = endOf(books, instruments)
  if (follows && storedUntil !== undefined) feed.resume?.(storedUntil)
  const byAsset = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
  const summaries = instruments.flatMap((instrument) => {
    const book = books.get(instrument.asset)
    return book ? [createSummary(instrument, book)] : []
  })
  const follower = follows
    ? followFeed({ db, feed, books, historyDays, latenessMs, correctionsEveryMs, now, events, log })
    : followDatabase({ reader, books, instruments, events })

  const candles = async ({ asset, tf, from, to = Number.MAX_SAFE_INTEGER, limit }: CandleQuery): Promise<Candle[]> => {
    if (!byAsset.has(asset)) return []
    const now = books.current(asset, tf)
    if (now) await follower.settle(asset, now.openTime)
    // Read again: writing took a moment.
    const current = books.current(asset, tf)
    const stored = await (from === undefined
      ? reader.last({ asset, tf, from: 0, to, count: limit })
      : reader.first({ asset, tf, from, to, count: limit }))
    if (!current || current.openTime >= to) return stored
    // The stored current candle is up to a second old.
    const past = stored.filter(({ openTime }) => openTime < current.openTime)
    if (from === undefined) return [...past, candleOf(current)].slice(-limit)
    return current.openTime < from || past.length >= limit ? past : [...past, candleOf(current)]
  }

  return {
    feed,
    instruments,
    instrument: (asset) => byAsset.get(asset),
    state: follower.state,
    current: books.current,
    candles,
    closes: async (asset, tf, after, limit = 500) => {
      if (!byAsset.has(asset)) return []
      await follower.settle(asset, Number.POSITIVE_INFINITY)
      return readCloses({ db, reader }, asset, { tf, after, limit, horizon: horizon() })
    },
    summaries: async () =>
      summaries.flatMap((summary) => {
        const known = summary()
        return known ? [known] : []
      }),
    onTick: books.onTick,
    sync: follower.sync,
    checkpoint: follower.checkpoint,
    close: follower.close,
  }
}

/** ms UTC; the end of the newest minute where it is closed, else the moment it was told of last */
function endOf(books: Books, instruments: readonly Instrument[]): number | undefined {
  const ends = instruments.flatMap(({ asset }) => {
    const { openTime } = books.current(asset, 1) ?? {}
    const newest = openTime === undefined ? undefined : books.get(asset)?.minute(openTime)
    return newest ? [newest.isClosed ? newest.openTime + minuteMs : newest.time] : []
  })
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Candles of another source are dropped: they can be fetched again, never told apart. */
async function claim(db: Db, { source, instruments }: Feed, log: Logger): Promise<void> {
  const known = await readSource(db)
  if (known !== source) {
    if (known !== undefined)
      log.info('The market has another source now: stored candles are dropped', { known, source })
    await resetSource(db, source)
  }
  for (const { asset, priceDigits, volumeDigits } of instruments) {
    const outcome = await rescale(db, { asset, priceDigits, volumeDigits })
    if (outcome !== 'same') log.info(`An asset has other digits now: stored candles are ${outcome}`, { asset })
  }
}

/** A process that only reads takes the digits of the one that writes. */
async function storedInstruments(db: Db, instruments: readonly Instrument[]): Promise<Instrument[]> {
  const digits = await readDigits(db)
  return instruments.map((instrument) => ({ ...instrument, ...digits.get(instrument.asset) }))
}
