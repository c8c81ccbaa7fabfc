import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import type { Throttle } from '../jobs/throttle.ts'
import type { Logger } from '../log/logger.ts'
import { type CandleWindows, createReplaceableWindows, openCandleWindows } from './candle-windows.ts'
import { claimSource } from './claim-source.ts'
import { followThroughClockSteps, maxAheadMs, removeAhead } from './clock-ahead.ts'
import { readDigits, reopenCandles } from './digits/queries.ts'
import { rescale } from './digits/rescale.ts'
import type { Clock } from './feed/clock.ts'
import type { Feed } from './feed/feed.ts'
import { followFeed } from './follow-feed.ts'
import { newestOf } from './ingest.ts'
import type { Instrument } from './instrument.ts'
import { adoptSteps, askSteps, openListings } from './listing/listings.ts'
import { createMarketView, type OpenMarket } from './market-view.ts'
import { createMissingReader } from './past/holes.ts'
import { createCandleReader } from './queries.ts'
import { minuteMs } from './timeframe.ts'
import { candlesCorrected } from './topics.ts'

export interface MarketOptions {
  db: Db
  feed: Feed
  historyDays: number
  latenessMs?: number
  correctionsEveryMs?: number
  /** Current time, ms UTC; default: by the feed's clock */
  now?: (() => number) | undefined
  /** Clock for pauses of the backfill; default: the system clock */
  clock?: Clock | undefined
  rest?: Throttle | undefined
  startPast?: (() => Worker) | undefined
  /** The past is fetched once this promise settles. */
  startAfter?: Promise<unknown> | undefined
  events: Events
  log: Logger
  onWritten?: ((minutes: number) => void) | undefined
}

/** Opens the market where its database left off and starts the feed; the past is fetched in the background. */
export async function openMarket(options: MarketOptions): Promise<OpenMarket> {
  const { db, feed, historyDays, latenessMs = 1500, now = feed.now, log } = options
  const { events, correctionsEveryMs = 5000 } = options
  await claimSource(db, feed.source, log)
  const listings = await openListings({ db, source: () => feed.id, instruments: () => feed.instruments, log })
  await askSteps(feed, listings, log)
  const missing = createMissingReader({ db, historyDays, now })
  if (feed.adopt) {
    await adoptSteps(db, feed, listings)
    await reopenRounded(db, feed.instruments, missing.horizon())
  }
  let { instruments } = feed
  await rescaleAll(db, instruments, log)
  await removeAhead(db, feed, log)
  const reader = createCandleReader(db)
  const readWindows = () =>
    openCandleWindows({ instruments, reader, missingSince: missing.since, horizon: missing.horizon, log })
  const windows = createReplaceableWindows(await readWindows(), log)
  const storedUntil = endOf(windows, instruments)
  if (storedUntil !== undefined) feed.resume?.(storedUntil)
  const follow = () => followFeed({ ...options, windows, listings, historyDays, latenessMs, correctionsEveryMs, now })
  const goBack = async () => {
    const removed = await removeAhead(db, feed, log)
    windows.replace(await readWindows())
    // Instruments are copied: readers and the ticker's channels detect the reload by object identity.
    instruments = instruments.map((instrument) => ({ ...instrument }))
    return () => {
      for (const span of removed) events.emit(candlesCorrected, span)
    }
  }
  const isAhead = () => instruments.some(({ asset }) => newestOf(windows, asset) > feed.now() + maxAheadMs)
  const follower = feed.recipe ? followThroughClockSteps({ ...options, follow, isAhead, goBack }) : follow()
  return createMarketView({
    db,
    reader,
    windows,
    follower,
    listings,
    feedId: () => feed.id,
    instruments: () => instruments,
    horizon: missing.horizon,
  })
}

/** Returns the end of stored data, ms UTC: of the newest minute if closed, else the time of its last update. */
function endOf(windows: CandleWindows, instruments: readonly Instrument[]): number | undefined {
  const ends = instruments.flatMap(({ asset }) => {
    const { openTime } = windows.current(asset, 1) ?? {}
    const newest = openTime === undefined ? undefined : windows.get(asset)?.minute(openTime)
    return newest ? [newest.isClosed ? newest.openTime + minuteMs : newest.time] : []
  })
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Reopens candles stored with coarser steps than those now traded: they may be rounded, so they are fetched again. */
async function reopenRounded(db: Db, instruments: readonly Instrument[], since: number): Promise<void> {
  const stored = await readDigits(db)
  for (const { asset, priceDigits, volumeDigits } of instruments) {
    const from = stored.get(asset)
    if (from && (from.priceDigits < priceDigits || from.volumeDigits < volumeDigits)) {
      await reopenCandles(db, asset, since)
    }
  }
}

async function rescaleAll(db: Db, instruments: readonly Instrument[], log: Logger): Promise<void> {
  const stored = await readDigits(db)
  for (const { asset, priceDigits, volumeDigits } of instruments) {
    const known = stored.get(asset)
    if (known?.priceDigits === priceDigits && known.volumeDigits === volumeDigits) continue
    const outcome = await rescale(db, { asset, priceDigits, volumeDigits })
    const message = `The digits of an asset changed; its stored candles are ${outcome}`
    if (outcome === 'dropped') log.warn(message, { asset })
    else if (outcome === 'rescaled') log.info(message, { asset })
  }
}
