import { assetStateOf, type MarketState } from '../market/asset-state.ts'
import type { ConnectionStatus } from './connection-state.ts'
import type { FollowedPairs } from './followed-pairs.ts'

/** Keeps `isFilling` of the status current: whether candles of an asset on the page are still being fetched. */
export function createFilling(pairs: Pick<FollowedPairs, 'all'>, status: Pick<ConnectionStatus, 'facts' | 'set'>) {
  let market: Pick<MarketState, 'assets'> = {}
  const note = () => {
    const isFilling = [...pairs.all()].some(({ asset }) => assetStateOf(market, asset) === 'backfilling')
    if (isFilling !== status.facts.isFilling) status.set({ isFilling })
  }
  return {
    /** The assets on the page have changed. */
    note,
    /** The server has sent asset states; undefined for a new connection. */
    take: (assets: MarketState['assets']) => {
      market = { assets }
      note()
    },
  }
}
