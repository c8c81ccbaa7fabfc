import type { Market } from '../../market/market.ts'

/** At each asset's first price, and once with each new minute, whichever asset enters it first. @returns unsubscribes */
export function onStalePrices(market: Pick<Market, 'onTick'>, listener: () => void): () => void {
  const seen = new Set<string>()
  let newest = Number.NEGATIVE_INFINITY
  return market.onTick(({ asset, tf, openTime }) => {
    const isLater = tf === 1 && openTime > newest
    if (seen.has(asset) && !isLater) return
    seen.add(asset)
    if (isLater) newest = openTime
    listener()
  })
}
