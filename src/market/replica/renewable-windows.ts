import { feedNames } from '../../config/feeds.ts'
import type { Db } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import { type CandleWindows, createReplaceableWindows, openCandleWindows } from '../candle-windows.ts'
import type { FeedId } from '../feed/feed-id.ts'
import { venueInstruments } from '../feed/joined/venue-instruments.ts'
import { manifests } from '../feed/manifests.ts'
import type { Instrument } from '../instrument.ts'
import { type Listings, openListings } from '../listing/listings.ts'
import { createMissingReader, type MissingReader } from '../past/holes.ts'
import type { CandleReader } from '../queries.ts'
import { allTime } from '../span.ts'
import type { Digits } from '../units.ts'
import type { MarketIdentity } from './process-topics.ts'

/** Candle windows that can be reloaded for other digits or another source; listeners stay subscribed. */
export interface RenewableWindows extends CandleWindows {
  identity(): MarketIdentity
  /** Instruments of the current snapshot; a new array after every renewal */
  instruments(): readonly Instrument[]
  snapshot(): Snapshot
  /** Whether this snapshot is the current one and the database still has the same source and digits */
  isOfNow(snapshot: Snapshot): Promise<boolean>
  /** Reloads the windows from the database; the former ones serve reads until then. See `takeSnapshot`. */
  renew(announced: MarketIdentity | undefined): Promise<void>
}

export async function openRenewableWindows(options: SnapshotOptions): Promise<RenewableWindows> {
  const readStored = createIdentityReader(options.db)
  let snapshot = await takeSnapshot(options, undefined)
  const { replace, ...windows } = createReplaceableWindows(snapshot.windows, options.log)

  return {
    identity: () => snapshot.identity,
    instruments: () => snapshot.identity.instruments,
    snapshot: () => snapshot,
    isOfNow: async (asked) => {
      const { mark } = await readStored()
      return asked === snapshot && mark === snapshot.mark
    },
    renew: async (announced) => {
      snapshot = await takeSnapshot(options, announced)
      replace(snapshot.windows)
    },
    ...windows,
  }
}

interface SnapshotOptions {
  db: Db
  reader: CandleReader
  /** Source to assume while the database does not name one */
  expected?: FeedId | undefined
  historyDays: number
  log: Logger
}

/** Market data of one source with one set of digits, replaced as a whole */
interface Snapshot {
  identity: MarketIdentity
  windows: CandleWindows
  listings: Listings
  missing: MissingReader
  mark: string
}

/** Reads a snapshot. @param announced  identity from the feed's process; ignored if the database has other prices */
async function takeSnapshot(options: SnapshotOptions, announced: MarketIdentity | undefined): Promise<Snapshot> {
  const readStored = createIdentityReader(options.db)
  for (;;) {
    const stored = await readStored()
    const identity = announced && matchesStored(announced, stored) ? announced : identityOf(stored, options.expected)
    const snapshot = { ...(await readSnapshot(options, identity)), mark: stored.mark }
    if ((await readStored()).mark === stored.mark) return snapshot
  }
}

async function readSnapshot({ db, reader, historyDays, log }: SnapshotOptions, announced: MarketIdentity) {
  // The identity is copied, so that callers can recognize the snapshot by its list of instruments.
  const identity = { ...announced, instruments: [...announced.instruments] }
  const { instruments } = identity
  // A replay runs in the time of its file, so only stored prices show its current time.
  const openedAt = await newestStored(reader, instruments)
  let now = () => openedAt
  const missing = createMissingReader({ db, historyDays, now: () => now() })
  const windows = await openCandleWindows({
    instruments,
    reader,
    missingSince: missing.since,
    horizon: missing.horizon,
    log,
  })
  now = () => Math.max(openedAt, ...instruments.map(({ asset }) => windows.current(asset, 1)?.time ?? openedAt))
  const listings = await openListings({ db, source: () => identity.id, instruments: () => instruments, log })
  return { identity, windows, listings, missing }
}

/** Returns the source's time of the newest stored minute, ms UTC; 0 if there is none. */
async function newestStored(
  reader: Pick<CandleReader, 'minuteEnds' | 'minutesFrom'>,
  instruments: readonly Instrument[],
): Promise<number> {
  const times: number[] = []
  for (const { asset } of instruments) {
    const ends = await reader.minuteEnds({ asset, ...allTime })
    const [minute] = ends ? await reader.minutesFrom(asset, ends.last) : []
    if (minute) times.push(minute.time)
  }
  return Math.max(0, ...times)
}

/** Identity of the stored prices: their source, and the digits of each asset */
interface StoredIdentity {
  source: string
  digits: ReadonlyMap<string, Digits>
  /** All fields above as one string, for comparison */
  mark: string
}

function createIdentityReader(db: Db): () => Promise<StoredIdentity> {
  const read = db.readOne(`select
    (select feed from market_source) as source,
    (select json_group_array(json_array(asset, price_digits, volume_digits)) from (select * from digits order by asset))
      as digits`)
  return async () => {
    const { source, digits } = (await read()) ?? {}
    const rows: [string, number, number][] = JSON.parse(String(digits ?? '[]'))
    return {
      source: String(source ?? ''),
      digits: new Map(rows.map(([asset, priceDigits, volumeDigits]) => [asset, { priceDigits, volumeDigits }])),
      mark: `${source} ${digits}`,
    }
  }
}

/** Derives the identity from the stored prices, as long as the process with the feed has not sent its own. */
function identityOf({ source, digits }: StoredIdentity, expected: FeedId = 'demo'): MarketIdentity {
  const names = source.split(',').map((each) => feedNames.find((known) => each.split(' ')[0] === known))
  const [id = expected, ...others] = names
  const named = [
    ...manifests[id].instruments(digits),
    ...others.flatMap((other) => (other ? venueInstruments(other, manifests[other].instruments(digits)) : [])),
  ]
  const instruments = named.map((instrument) => ({ ...instrument, ...digits.get(instrument.asset) }))
  return { id, source, instruments }
}

/** Whether an announced identity has the source and digits of the prices in the database */
function matchesStored({ source, instruments }: MarketIdentity, stored: StoredIdentity): boolean {
  return (
    source === stored.source &&
    instruments.every(({ asset, priceDigits, volumeDigits }) =>
      Bun.deepEquals(stored.digits.get(asset), { priceDigits, volumeDigits }),
    )
  )
}

export interface RenewalOptions {
  windows: Pick<RenewableWindows, 'snapshot' | 'isOfNow' | 'renew'>
  /** Last identity announced by the feed's process, if it is connected */
  announced(): MarketIdentity | undefined
  onRenewed(): void
}

export interface Renewal {
  /** Renews to the current state. Waits for a running renewal first: it may have started with an older state. */
  renew(): Promise<void>
  /** See `Follower`. If the database changed during a read, renews once for all readers and reads again. */
  readWhole<Answer>(read: () => Promise<Answer>): Promise<Answer>
}

export function createRenewal({ windows, announced, onRenewed }: RenewalOptions): Renewal {
  let underway: Promise<void> | undefined
  const renewOnce = () => {
    underway ??= windows
      .renew(announced())
      .then(onRenewed)
      .finally(() => {
        underway = undefined
      })
    return underway
  }
  return {
    renew: async () => {
      await underway
      await renewOnce()
    },
    readWhole: async (read) => {
      for (;;) {
        const snapshot = windows.snapshot()
        const answer = await read()
        if (await windows.isOfNow(snapshot)) return answer
        if (windows.snapshot() === snapshot) await renewOnce()
      }
    },
  }
}
