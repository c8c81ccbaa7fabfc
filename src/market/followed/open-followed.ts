import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import type { Logger } from '../../log/logger.ts'
import { openBooks } from '../books.ts'
import { readDigits } from '../digits/queries.ts'
import type { Feed } from '../feed/feed.ts'
import { instrumentOf } from '../feed/replay.ts'
import { defaultInstruments, type Instrument } from '../instrument.ts'
import { openListings } from '../listing/listings.ts'
import { createMarketView, type OpenMarket } from '../market-view.ts'
import { retentionMs } from '../minute-window.ts'
import { createMissingReader } from '../past/missing.ts'
import { type CandleReader, createCandleReader, readSource } from '../queries.ts'
import type { Span } from '../span.ts'
import { followProcess } from './follow-process.ts'
import type { MarketIdentity } from './process-topics.ts'
import { openRenewableBooks } from './renewable-books.ts'

export interface FollowedMarketOptions {
  db: Db
  /** What `FEED` names in this process; nothing when it leaves that to the process with the feed */
  expected?: Feed['id'] | undefined
  historyDays?: number | undefined
  /** ms UTC, by the system's clock */
  now?: (() => number) | undefined
  events: Events
  log: Logger
}

/**
 * Opens the market in a process without the feed: it shows what the database has, and follows the process that has the feed
 * as soon as it hears it.
 */
export async function openFollowedMarket(options: FollowedMarketOptions): Promise<OpenMarket> {
  const { db, expected, historyDays = 90, now, events, log } = options
  const reader = createCandleReader(db)
  const known = await readIdentity(db, expected)
  // A replay has the time of its file: prices alone tell what time it is.
  let openedAt = 0
  let feedTime = () => openedAt
  const missing = createMissingReader({ db, historyDays, now: () => feedTime() })
  const open = async (instruments: readonly Instrument[]) => {
    openedAt = (await newestStored(reader, instruments)) ?? 0
    return openBooks({ instruments, reader, missingSince: missing.since, horizon: missing.horizon, log })
  }
  const books = await openRenewableBooks(known.instruments, open, log)
  const timesOf = (instruments: readonly Instrument[]) =>
    instruments.map(({ asset }) => books.current(asset, 1)?.time ?? 0)
  feedTime = () => Math.max(openedAt, ...timesOf(books.instruments()))
  const read = async (asset: string): Promise<Span | undefined> => {
    const [newest] = await reader.last({ asset, tf: 1, from: 0, to: Number.MAX_SAFE_INTEGER, count: 1 })
    if (!newest) return undefined
    const from = newest.openTime - retentionMs
    const before = books.current(asset, 1)?.openTime ?? from
    const corrected = books.take(asset, await reader.minutesFrom(asset, from)) ?? { from: before, to: before }
    for (const span of await missing.since(asset, from)) books.judge(asset, span)
    // What was current has gone on without being told, and what followed it.
    const span = { from: Math.min(corrected.from, before), to: Math.max(corrected.to, newest.openTime) }
    return span.from < span.to ? span : undefined
  }
  const follower = followProcess({ books, known, read, expected, events, now, log })
  const sourceOf = () => follower.identity().id
  const listings = await openListings({ db, source: sourceOf, instruments: books.instruments, log })
  return createMarketView({
    db,
    reader,
    books,
    follower,
    listings,
    feedId: sourceOf,
    instruments: books.instruments,
    horizon: missing.horizon,
  })
}

/** What the prices in the database are, as far as that can be told before the process with the feed has been heard. */
async function readIdentity(db: Db, expected: Feed['id'] = 'demo'): Promise<MarketIdentity> {
  const [source = '', digits] = [await readSource(db), await readDigits(db)]
  const id = (['demo', 'binance', 'replay'] as const).find((known) => source.split(' ')[0] === known) ?? expected
  const instruments =
    id === 'replay'
      ? [...digits].map(([asset, ofAsset]) => instrumentOf({ asset, ...ofAsset }))
      : defaultInstruments.map((instrument) => ({ ...instrument, ...digits.get(instrument.asset) }))
  return { id, source, instruments }
}

async function newestStored(
  reader: Pick<CandleReader, 'last'>,
  instruments: readonly Instrument[],
): Promise<number | undefined> {
  const times: number[] = []
  for (const { asset } of instruments) {
    const [newest] = await reader.last({ asset, tf: 1, from: 0, to: Number.MAX_SAFE_INTEGER, count: 1 })
    if (newest) times.push(newest.openTime)
  }
  return times.length > 0 ? Math.max(...times) : undefined
}
