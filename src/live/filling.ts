import { assetStateOf, type MarketState } from '../market/asset-state.ts'
import type { ConnectionStatus } from './connection-state.ts'
import type { FollowedPairs } from './followed-pairs.ts'

/** Notes in the status whether candles of an asset on the page are still being fetched. */
export function createFilling(pairs: Pick<FollowedPairs, 'all'>, status: Pick<ConnectionStatus, 'facts' | 'set'>) {
  let market: Pick<MarketState, 'assets'> = {}
  const note = () => {
    const isFilling = [...pairs.all()].some(({ asset }) => assetStateOf(market, asset) === 'backfilling')
    if (isFilling !== status.facts.isFilling) status.set({ isFilling })
  }
  return {
    /** Other assets are on the page. */
    note,
    /** The server has told how its assets are; a new connection begins with nothing. */
    take: (assets: MarketState['assets']) => {
      market = { assets }
      note()
    },
  }
}
