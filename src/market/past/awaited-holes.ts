import type { AssetSpan } from '../span.ts'
import type { FillResult } from './fill-span.ts'
import { covering, type SpanQueue } from './span-queue.ts'

const askAgainMs = 30_000

/** Holes to fetch later: their minutes may still arrive, or the source may have them only later. */
export interface AwaitedHoles {
  /** Adds a gap whose minutes may still arrive late. */
  add(hole: AssetSpan): void
  has(asset: string): boolean
  /** Keeps holes for which the source responded but had no minutes yet. */
  keep(unsettled: Pick<FillResult, 'young' | 'ahead'>): void
  /** The feed sent the first minute of an asset, so holes after the newest known minute can now be judged. */
  heard(asset: string): void
  forget(asset: string): void
}

/** @param latenessMs  how late minutes may arrive */
export function createAwaitedHoles(queue: Pick<SpanQueue, 'after' | 'unshift'>, latenessMs: number): AwaitedHoles {
  /** Gaps that may still be filled by late minutes */
  const late = new Set<AssetSpan>()
  /** Spans after the newest minute known at the time of the request, by asset */
  const ahead = new Map<string, AssetSpan>()

  /** Retries without changing the asset's state: the source has responded. */
  const askAgain = (span: AssetSpan, ms: number) => queue.after(ms, () => queue.unshift({ ...span, isAgain: true }))
  return {
    add: (hole) => {
      late.add(hole)
      queue.after(latenessMs, () => {
        late.delete(hole)
        queue.unshift(hole)
      })
    },
    has: (asset) => [...late].some((hole) => hole.asset === asset),
    keep: (unsettled) => {
      for (const hole of unsettled.young) askAgain(hole, askAgainMs)
      for (const hole of unsettled.ahead) ahead.set(hole.asset, covering([hole, ahead.get(hole.asset) ?? hole]))
    },
    heard: (asset) => {
      const span = ahead.get(asset)
      ahead.delete(asset)
      if (span) askAgain(span, latenessMs)
    },
    forget: (asset) => void ahead.delete(asset),
  }
}
