import { type Clock, systemClock } from './feed/clock.ts'
import type { AssetSpan } from './span.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

/** Screens are told within 5 s that a price is stale. */
const lookEveryMs = 2000
/** The history of a source has a minute so long after its end. */
const historyLagMs = 5000

export interface FreshnessOptions {
  assets: readonly string[]
  /** An asset without news for so long is stale. Undefined: gaps are part of the source, as in a recording. */
  staleAfterMs: number | undefined
  /** Whether the source should have news of an asset: not while it is halted or delisted */
  isOpen(asset: string): boolean
  /** The last news stored of an asset, and where its first lacking minute opens; ms UTC, by the feed's clock */
  known(asset: string): { time: number; next: number } | undefined
  now(): number
  clock?: Clock | undefined
  /** Closed minutes of a stale asset: once for each of them */
  fetch(span: AssetSpan): void
  onChange(): void
}

/** Freshness belongs to an asset: one stream can be dead while others speak. */
export interface Freshness {
  /** The source has sent news of an asset; minutes from its history are none. */
  heard(asset: string): void
  /** Stale assets and the time of their last news, ms UTC; undefined while there are none */
  stale(): Record<string, number> | undefined
  close(): void
}

export function createFreshness(options: FreshnessOptions): Freshness {
  const { assets, staleAfterMs, isOpen, known, now, clock = systemClock, fetch, onChange } = options
  if (staleAfterMs === undefined) return { heard: () => {}, stale: () => undefined, close: () => {} }
  const heardAt = new Map<string, number>(assets.map((asset) => [asset, now()]))
  const stale = new Map<string, number>()
  /** Ends of what was fetched last, by stale asset */
  const fetched = new Map<string, number>()

  const refresh = (asset: string) => {
    stale.delete(asset)
    fetched.delete(asset)
  }
  const fetchMinutes = (asset: string) => {
    const to = openTimeOf(now() - historyLagMs, 1)
    const from = known(asset)?.next ?? to - minuteMs
    if (from >= to || fetched.get(asset) === to) return
    fetched.set(asset, to)
    fetch({ asset, from, to })
  }
  const look = () => {
    cancel = clock.after(lookEveryMs, look)
    const before = stale.size
    let isChanged = false
    for (const asset of assets) {
      const silentFor = now() - (heardAt.get(asset) ?? 0)
      // A clock that was set back would hide a silence until it has caught up.
      if (!isOpen(asset) || silentFor < 0) {
        heardAt.set(asset, now())
        refresh(asset)
      } else if (silentFor >= staleAfterMs) {
        isChanged ||= !stale.has(asset)
        if (!stale.has(asset)) stale.set(asset, known(asset)?.time ?? now() - silentFor)
        fetchMinutes(asset)
      }
    }
    if (isChanged || stale.size !== before) onChange()
  }
  let cancel = clock.after(lookEveryMs, look)
  return {
    heard: (asset) => {
      heardAt.set(asset, now())
      if (!stale.has(asset)) return
      refresh(asset)
      onChange()
    },
    stale: () => (stale.size > 0 ? Object.fromEntries(stale) : undefined),
    close: () => cancel(),
  }
}
