import type { AssetSpan } from '../span.ts'
import type { Filled } from './fill-span.ts'
import { covering, type SpanQueue } from './span-queue.ts'

const askAgainMs = 30_000

/** Holes that are asked for when their time has come: they may yet fill by themselves, or the source may yet have them. */
export interface AwaitedHoles {
  /** A gap: its minutes may come late. */
  add(hole: AssetSpan): void
  has(asset: string): boolean
  /** What a source that has answered had nothing of yet. */
  keep(unsettled: Pick<Filled, 'young' | 'ahead'>): void
  /** The feed has told the first minute of an asset: what was ahead of all that was known can be judged. */
  heard(asset: string): void
  forget(asset: string): void
}

/** @param latenessMs  how late minutes may come */
export function createAwaitedHoles(queue: Pick<SpanQueue, 'after' | 'unshift'>, latenessMs: number): AwaitedHoles {
  /** Gaps that may yet fill by themselves */
  const late = new Set<AssetSpan>()
  /** Up to where nothing later was known when they were asked for, by asset */
  const ahead = new Map<string, AssetSpan>()

  /** Without a word to anybody: the source has answered. */
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
