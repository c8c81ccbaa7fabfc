import type { ArticleSummary } from '../../content/views.ts'
import type { PriceAlert } from '../alerts/alert.ts'
import type { Candle } from '../candle.ts'
import type { FeedBadgeProps, FeedNoticeProps } from '../enigma/feed-notice.tsx'
import type { Instrument } from '../instrument.ts'
import type { AssetSummary } from '../market.ts'
import type { Timeframe } from '../timeframe.ts'

/** An asset with what it is and what its last 24 hours were. */
export interface WatchedAsset extends AssetSummary {
  instrument: Instrument
}

export interface Movers {
  /** Those that have risen in 24 hours, the most first */
  gainers: WatchedAsset[]
  /** Those that have fallen, the most first */
  losers: WatchedAsset[]
}

/** Everything the main screen shows of the market. */
export interface StartView {
  feed: FeedBadgeProps & FeedNoticeProps
  /** One's own favourites; the market's first assets for who has none */
  watched: WatchedAsset[]
  hasFavourites: boolean
  movers: Movers
  /** The first of what is watched */
  chart: StartChartView | undefined
  /** What has fired and was not seen yet, oldest first */
  fired: PriceAlert[]
  instrument(asset: string): Instrument | undefined
  /** Newest first */
  latest: ArticleSummary[]
}

export interface StartChartView {
  instrument: Instrument
  tf: Timeframe
  /** Its newest ones, ascending; none while the history is still on its way */
  candles: Candle[]
}

/** Rows of the watchlist for who has no favourites */
const firstAssets = 6
/** More favourites than these are the business of the list of assets. */
const mostWatched = 12
const mostMovers = 3

/** Assets that have a price, with what they are; in the order of the market. */
export function pricedAssets(summaries: readonly AssetSummary[], instruments: readonly Instrument[]): WatchedAsset[] {
  const byAsset = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
  return summaries.flatMap((summary) => {
    const instrument = byAsset.get(summary.asset)
    return instrument ? [{ ...summary, instrument }] : []
  })
}

/** One's own assets in the order in which they got their stars, or else the market's first. */
export function watchedOf(assets: readonly WatchedAsset[], favourites: readonly string[]): WatchedAsset[] {
  const own = favourites.flatMap((favourite) => assets.find(({ asset }) => asset === favourite) ?? [])
  return own.length > 0 ? own.slice(0, mostWatched) : assets.slice(0, firstAssets)
}

/** Who has risen and fallen most; an asset whose price is where it was is neither. */
export function moversOf(assets: readonly WatchedAsset[]): Movers {
  const byChange = assets.toSorted((a, b) => b.change24h - a.change24h)
  return {
    gainers: byChange.filter(({ change24h }) => change24h > 0).slice(0, mostMovers),
    losers: byChange
      .filter(({ change24h }) => change24h < 0)
      .toReversed()
      .slice(0, mostMovers),
  }
}
