import type { ArticleSummary } from '../content/library/views.ts'
import { turnoverOf } from '../enigma/asset-line.ts'
import type { FeedProps } from '../live/feed-notice.tsx'
import type { Candle } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { AssetSummary } from '../market/market.ts'
import type { Timeframe } from '../market/timeframe.ts'

export interface WatchedAsset extends AssetSummary {
  instrument: Instrument
}

export interface Movers {
  /** Assets with the largest daily changes; both lists begin with the largest change */
  gainers: WatchedAsset[]
  losers: WatchedAsset[]
}

export interface StartView {
  feed: Omit<FeedProps, 'asset'>
  /** Assets in the list: the user's favorites or, without any, the market's first assets */
  watched: WatchedAsset[]
  hasFavourites: boolean
  movers: Movers
  /** Assets of the heat map: the most traded ones, first the one with the largest turnover */
  traded: WatchedAsset[]
  chart: StartChartView | undefined
  latest: ArticleSummary[]
}

export interface StartChartView {
  instrument: Instrument
  tf: Timeframe
  /** Candles of the chart in ascending order; empty while the history is being fetched */
  candles: Candle[]
}

/** Number of assets in the list if the user has no favorites */
const firstAssets = 6
/** Max number of favorites in the list: beyond that, the page of all assets is more suitable. */
const maxWatched = 12
const maxMovers = 3
const maxTiles = 24

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

/** Selects the assets with the largest gains and losses. Assets with an unchanged price are in neither list. */
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

export function byTurnover(assets: readonly WatchedAsset[]): WatchedAsset[] {
  return assets.toSorted((a, b) => turnoverOf(b) - turnoverOf(a)).slice(0, maxTiles)
}
