import type { PriceAlert } from '../alerts/alert.ts'
import type { ArticleSummary } from '../content/views.ts'
import type { FeedProps } from '../live/feed-notice.tsx'
import type { Candle } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { AssetSummary } from '../market/market.ts'
import type { Timeframe } from '../market/timeframe.ts'

export interface WatchedAsset extends AssetSummary {
  instrument: Instrument
}

export interface Movers {
  /** The largest move first, in both */
  gainers: WatchedAsset[]
  losers: WatchedAsset[]
}

export interface StartView {
  feed: Omit<FeedProps, 'asset'>
  /** Favourites; the market's first assets for who has none */
  watched: WatchedAsset[]
  hasFavourites: boolean
  movers: Movers
  chart: StartChartView | undefined
  /** Fired and not seen, oldest first */
  fired: PriceAlert[]
  instrument(asset: string): Instrument | undefined
  latest: ArticleSummary[]
}

export interface StartChartView {
  instrument: Instrument
  tf: Timeframe
  /** Ascending; none while the history is still being fetched */
  candles: Candle[]
}

/** Rows of the watchlist for who has no favourites */
const firstAssets = 6
/** Above this the list of assets is the better place. */
const maxWatched = 12
const maxMovers = 3

export function pricedAssets(summaries: readonly AssetSummary[], instruments: readonly Instrument[]): WatchedAsset[] {
  const byAsset = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
  return summaries.flatMap((summary) => {
    const instrument = byAsset.get(summary.asset)
    return instrument ? [{ ...summary, instrument }] : []
  })
}

/** Favourites in the order in which they were starred, or else the market's first. */
export function watchedOf(assets: readonly WatchedAsset[], favourites: readonly string[]): WatchedAsset[] {
  const own = favourites.flatMap((favourite) => assets.find(({ asset }) => asset === favourite) ?? [])
  return own.length > 0 ? own.slice(0, maxWatched) : assets.slice(0, firstAssets)
}

/** Unchanged assets are in neither list. */
export function moversOf(assets: readonly WatchedAsset[]): Movers {
  const changeOf = ({ change24h = 0 }: WatchedAsset) => change24h
  const byChange = assets.toSorted((a, b) => changeOf(b) - changeOf(a))
  return {
    gainers: byChange.filter((asset) => changeOf(asset) > 0).slice(0, maxMovers),
    losers: byChange
      .filter((asset) => changeOf(asset) < 0)
      .toReversed()
      .slice(0, maxMovers),
  }
}
