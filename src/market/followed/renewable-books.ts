import { createListeners } from '../../events/listeners.ts'
import { type Books, listenerFailed } from '../books.ts'
import type { Tick } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { createIdentityReader } from './identity.ts'
import type { MarketIdentity } from './process-topics.ts'
import { type Snapshot, type SnapshotOptions, takeSnapshot } from './snapshot.ts'

/** Books that can begin anew, for other digits or another source; who listens goes on listening. */
export interface RenewableBooks extends Books {
  identity(): MarketIdentity
  /** Another list after every renewal */
  instruments(): readonly Instrument[]
  snapshot(): Snapshot
  /** Whether these are the books, and the database has prices of their source in their digits */
  isOfNow(snapshot: Snapshot): Promise<boolean>
  /** Reads new books of what the database has now; until they are there the former ones answer. See `takeSnapshot` */
  renew(told: MarketIdentity | undefined): Promise<void>
}

export async function openRenewableBooks(options: SnapshotOptions): Promise<RenewableBooks> {
  const readStored = createIdentityReader(options.db)
  const ticks = createListeners<[Tick]>(options.log, listenerFailed)
  const closes = createListeners<[Tick]>(options.log, listenerFailed)
  let stops: (() => void)[] = []
  const use = (next: Snapshot) => {
    // What is still read for the former ones is nobody's news.
    for (const stop of stops) stop()
    stops = [next.books.onTick(ticks.tell), next.books.onClose(closes.tell)]
    return next
  }
  let snapshot = use(await takeSnapshot(options, undefined))

  return {
    identity: () => snapshot.identity,
    instruments: () => snapshot.identity.instruments,
    snapshot: () => snapshot,
    isOfNow: async (asked) => {
      const { mark } = await readStored()
      return asked === snapshot && mark === snapshot.mark
    },
    renew: async (told) => {
      const next = await takeSnapshot(options, told)
      snapshot = use(next)
    },
    get: (asset) => snapshot.books.get(asset),
    current: (asset, tf) => snapshot.books.current(asset, tf),
    take: (asset, minutes) => snapshot.books.take(asset, minutes),
    judge: (asset, missing) => snapshot.books.judge(asset, missing),
    onTick: ticks.on,
    onClose: closes.on,
  }
}
