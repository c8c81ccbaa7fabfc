import { maxAheadMs } from '../clock-ahead.ts'
import { retentionMs } from '../minute-window.ts'
import type { CandleReader } from '../queries.ts'
import { type AssetSpan, allTime, type Span } from '../span.ts'
import type { RenewableWindows } from './renewable-windows.ts'

export interface CatchUpDeps {
  windows: RenewableWindows
  reader: Pick<CandleReader, 'minuteEnds' | 'minutesFrom'>
  /** Whether the database has all news missed here: then any minute later than its last one was removed from it. */
  isWritten: boolean
}

/** Loads stored minutes into the windows. @returns false if source, digits or clock changed and a renewal is needed */
export async function catchUp(deps: CatchUpDeps, onCorrected: (span: AssetSpan) => void): Promise<boolean> {
  for (const { asset } of deps.windows.instruments()) {
    const caughtUp = await catchUpAsset(deps, asset)
    if (caughtUp.status === 'renewed') return false
    if (caughtUp.corrected) onCorrected({ asset, ...caughtUp.corrected })
    // Each asset takes some milliseconds, so other work may run between assets.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return true
}

type CaughtUp = { status: 'read'; corrected: Span | undefined } | { status: 'renewed' }

async function catchUpAsset({ windows, reader, isWritten }: CatchUpDeps, asset: string): Promise<CaughtUp> {
  const snapshot = windows.snapshot()
  const ends = await reader.minuteEnds({ asset, ...allTime })
  const current = snapshot.windows.current(asset, 1)?.openTime
  // The clock of the feed's process was ahead and has been corrected, so newer minutes were removed.
  const isRemoved = current !== undefined && (ends === undefined || current > ends.last + maxAheadMs)
  if (isWritten && isRemoved) return { status: 'renewed' }
  if (!ends) return (await windows.isOfNow(snapshot)) ? { status: 'read', corrected: undefined } : { status: 'renewed' }
  const from = ends.last - retentionMs
  const before = current ?? from
  const minutes = await reader.minutesFrom(asset, from)
  if (!(await windows.isOfNow(snapshot))) return { status: 'renewed' }
  const changed = snapshot.windows.take(asset, minutes) ?? { from: before, to: before }
  const missing = await snapshot.missing.since(asset, from)
  if (!(await windows.isOfNow(snapshot))) return { status: 'renewed' }
  for (const span of missing) snapshot.windows.markMissing(asset, span)
  // The previously current candle and its successors changed without events, so their span is reported as corrected.
  const span = { from: Math.min(changed.from, before), to: Math.max(changed.to, ends.last) }
  return { status: 'read', corrected: span.from < span.to ? span : undefined }
}
