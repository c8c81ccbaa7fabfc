import type { Books } from '../books.ts'
import type { Instrument } from '../instrument.ts'
import { createReplaceableBooks } from '../replaceable-books.ts'
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
