import { type Clock, systemClock } from './feed/clock.ts'
import type { AssetSpan } from './span.ts'
import { minuteMs, openTimeOf } from './timeframe.ts'

/** Interval of checks, ms. A price must be shown as stale within 5 s after it has become stale. */
const lookEveryMs = 2000
/** Delay after the end of a minute until a source's history contains the minute, ms */
const historyLagMs = 5000

export interface FreshnessOptions {
  assets: readonly string[]
  /** Silence after which an asset is stale, ms. Undefined if gaps are part of the source (a recording). */
  staleAfterMs: number | undefined
  /** Whether updates of an asset are expected; false while it is halted or delisted, or its market is closed */
  isOpen(asset: string): boolean
  /** Time of the last stored update and openTime of the first missing minute of an asset; ms UTC, the feed's clock */
  known(asset: string): { time: number; next: number } | undefined
  now(): number
  clock?: Clock | undefined
  /** Fetches closed minutes of a stale asset from the history; called at most once per minute. */
  fetch(span: AssetSpan): void
  onChange(): void
}

/** Tracks freshness per asset: the stream of one asset can be dead while other streams send updates. */
export interface Freshness {
  /** Records that the source sends an asset, even if nothing is traded; minutes from the history do not count. */
  heard(asset: string): void
  /** Records that the source has lost assets: they are stale at once, until they are heard again. */
  lost(assets: readonly string[]): void
  /** Stale assets and the time of their last update, ms UTC; undefined if there are none */
  stale(): Record<string, number> | undefined
  close(): void
}

export function createFreshness(options: FreshnessOptions): Freshness {
  const { assets, staleAfterMs, isOpen, known, now, clock = systemClock, fetch, onChange } = options
  if (staleAfterMs === undefined) return { heard: () => {}, lost: () => {}, stale: () => undefined, close: () => {} }
  const heardAt = new Map<string, number>(assets.map((asset) => [asset, now()]))
  const stale = new Map<string, number>()
  /** End of the span that was fetched last for each stale asset, ms UTC */
  const fetched = new Map<string, number>()

  const refresh = (asset: string) => {
    stale.delete(asset)
    fetched.delete(asset)
  }
  const markStale = (asset: string) => {
    if (!stale.has(asset)) stale.set(asset, known(asset)?.time ?? heardAt.get(asset) ?? now())
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
      // If the clock was set back, a silence would go undetected until the clock has caught up, so measuring starts
      // again.
      if (!isOpen(asset) || silentFor < 0) {
        heardAt.set(asset, now())
        refresh(asset)
      } else if (silentFor >= staleAfterMs) {
        isChanged ||= !stale.has(asset)
        markStale(asset)
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
    lost: (lost) => {
      const before = stale.size
      for (const asset of lost) if (isOpen(asset)) markStale(asset)
      if (stale.size !== before) onChange()
    },
    stale: () => (stale.size > 0 ? Object.fromEntries(stale) : undefined),
    close: () => cancel(),
  }
}
