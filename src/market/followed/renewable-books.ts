import type { Books } from '../books.ts'
import type { Instrument } from '../instrument.ts'
import { createReplaceableBooks } from '../replaceable-books.ts'
import { createIdentityReader } from './identity.ts'
import type { MarketIdentity } from './process-topics.ts'
import { type Snapshot, type SnapshotOptions, takeSnapshot } from './snapshot.ts'

/** Candle windows that can be reloaded for other digits or another source; listeners stay subscribed. */
export interface RenewableBooks extends Books {
  identity(): MarketIdentity
  /** A new array after every renewal */
  instruments(): readonly Instrument[]
  snapshot(): Snapshot
  /** Whether this snapshot is the current one and the database still has the same source and digits */
  isOfNow(snapshot: Snapshot): Promise<boolean>
  /** Reloads the windows from the database; the former ones serve reads until it is done. See `takeSnapshot`. */
  renew(told: MarketIdentity | undefined): Promise<void>
}

export async function openRenewableBooks(options: SnapshotOptions): Promise<RenewableBooks> {
  const readStored = createIdentityReader(options.db)
  let snapshot = await takeSnapshot(options, undefined)
  const { replace, ...books } = createReplaceableBooks(snapshot.books, options.log)

  return {
    identity: () => snapshot.identity,
    instruments: () => snapshot.identity.instruments,
    snapshot: () => snapshot,
    isOfNow: async (asked) => {
      const { mark } = await readStored()
      return asked === snapshot && mark === snapshot.mark
    },
    renew: async (told) => {
      snapshot = await takeSnapshot(options, told)
      replace(snapshot.books)
    },
    ...books,
  }
}
