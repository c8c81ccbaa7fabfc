import type { CandleWindows } from '../candle-windows.ts'
import type { Instrument } from '../instrument.ts'
import { createReplaceableWindows } from '../replaceable-windows.ts'
import { createIdentityReader } from './identity.ts'
import type { MarketIdentity } from './process-topics.ts'
import { type Snapshot, type SnapshotOptions, takeSnapshot } from './snapshot.ts'

/** Candle windows that can be reloaded for other digits or another source; listeners stay subscribed. */
export interface RenewableWindows extends CandleWindows {
  identity(): MarketIdentity
  /** A new array after every renewal */
  instruments(): readonly Instrument[]
  snapshot(): Snapshot
  /** Whether this snapshot is the current one and the database still has the same source and digits */
  isOfNow(snapshot: Snapshot): Promise<boolean>
  /** Reloads the windows from the database; the former ones serve reads until it is done. See `takeSnapshot`. */
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
