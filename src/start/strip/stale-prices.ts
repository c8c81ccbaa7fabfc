import type { Market } from '../../market/market.ts'

/** At each asset's first price and at the end of every minute. @returns unsubscribes */
export function onStalePrices(market: Pick<Market, 'onTick'>, listener: () => void): () => void {
  const seen = new Set<string>()
  return market.onTick(({ asset, tf, isClosed }) => {
    if (seen.has(asset) && !(isClosed && tf === 1)) return
    seen.add(asset)
    listener()
  })
}
