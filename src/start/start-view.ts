import type { PriceAlert } from '../alerts/alert.ts'
import type { ArticleSummary } from '../content/library/views.ts'
import type { FeedProps } from '../live/feed-notice.tsx'
import type { Candle } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { AssetSummary } from '../market/market.ts'
import type { Timeframe } from '../market/timeframe.ts'

export interface WatchedAsset extends AssetSummary {
  instrument: Instrument
}

export interface Movers {
  /** Largest move first, in both lists */
  gainers: WatchedAsset[]
  losers: WatchedAsset[]
}

export interface StartView {
  feed: Omit<FeedProps, 'asset'>
  /** Favorites; without any, the market's first assets */
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
  /** Ascending; empty while the history is being fetched */
  candles: Candle[]
}

/** Number of rows without favorites */
const firstAssets = 6
/** Max rows: beyond that the asset list is more suitable. */
const maxWatched = 12
const maxMovers = 3

export function pricedAssets(summaries: readonly AssetSummary[], instruments: readonly Instrument[]): WatchedAsset[] {
  const byAsset = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
  return summaries.flatMap((summary) => {
    const instrument = byAsset.get(summary.asset)
    return instrument ? [{ ...summary, instrument }] : []
  })
}

/** Returns favorites in the order in which they were starred, or else the market's first assets. */
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
