import type { Events } from '../../events/events.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { feedState } from '../../market/topics.ts'

/** Minutes of one asset may come so much later than another's; older ones follow a clock that was set back. */
const maxLagMs = 5 * minuteMs

/** At each asset's first price, and once with each new minute, whichever asset enters it first. @returns unsubscribes */
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

/** When prices change their marks: other assets are stale than before, or another source speaks. @returns unsubscribes */
export function onOtherMarks(
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
