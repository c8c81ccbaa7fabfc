import type { Events } from '../../events/events.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { feedState } from '../../market/topics.ts'

/**
 * Max time by which one asset's minutes may lag behind another's, ms; a larger step back means that the clock was set
 * back.
 */
const maxLagMs = 5 * minuteMs

/**
 * Calls `listener` at the first price of each asset, and once per new minute of any asset. @returns a function that
 * unsubscribes
 */
export function onStalePrices(market: Pick<Market, 'onTick'>, listener: () => void): () => void {
  const seen = new Set<string>()
  let newest = Number.NEGATIVE_INFINITY
  return market.onTick(({ asset, tf, openTime }) => {
    if (tf !== 1) return
    const isLater = openTime > newest || openTime < newest - maxLagMs
    if (seen.has(asset) && !isLater) return
    seen.add(asset)
    if (isLater) newest = openTime
    listener()
  })
}

/** Calls `listener` when the set of stale assets or the price source changes. @returns a function that unsubscribes */
export function onStaleChange(
  market: Pick<Market, 'feed' | 'state'>,
  events: Pick<Events, 'on'>,
  listener: () => void,
): () => void {
  const marks = () => [market.feed.id, ...Object.keys(market.state().stale ?? {}).sort()].join()
  let known = marks()
  return events.on(feedState, () => {
    const now = marks()
    if (now === known) return
    known = now
    listener()
  })
}
