import type { Market } from '../market.ts'

/**
 * Calls when pages that are kept in memory show old prices: with the first price there is, and at the end of every
 * minute. The answer stops it.
 */
export function onOldPrices(market: Pick<Market, 'onTick'>, forget: () => void): () => void {
  let isFirst = true
  return market.onTick(({ tf, isClosed }) => {
    if (!isFirst && !(isClosed && tf === 1)) return
    isFirst = false
    forget()
  })
}
