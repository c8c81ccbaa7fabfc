import type { Market } from '../market.ts'

/**
 * Calls when pages that are kept in memory show old prices: with the first price of each asset, and at the end of every
 * minute. The answer stops it.
 */
export function onOldPrices(market: Pick<Market, 'onTick'>, forget: () => void): () => void {
  const seen = new Set<string>()
  return market.onTick(({ asset, tf, isClosed }) => {
    if (seen.has(asset) && !(isClosed && tf === 1)) return
    seen.add(asset)
    forget()
  })
}
