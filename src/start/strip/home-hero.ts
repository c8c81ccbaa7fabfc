import { formatMinute } from '../../i18n/format.ts'
import { isStale } from '../../market/asset-state.ts'
import { decimalsOf } from '../../market/candle.ts'
import { pairOf } from '../../market/instrument.ts'
import type { AssetSummary, Market } from '../../market/market.ts'
import { paths } from '../../paths.ts'
import type { HeroAsset, ReadHero } from '../../site/home/hero-market.ts'

const tf = 15
const candleCount = 60
const assetCount = 8

/**
 * Reads the data at the top of the landing page: a chart of the first asset, and the daily changes of the first assets
 * with current prices.
 */
export function homeHero(market: Market): ReadHero {
  return async (locale) => {
    const [instrument] = market.instruments
    if (!instrument) return undefined
    const { asset } = instrument
    const [summaries, candles] = await Promise.all([
      market.summaries(),
      market.candles({ asset, tf, limit: candleCount }),
    ])
    const first = summaries.find((summary) => summary.asset === asset)
    if (!first || candles.length < candleCount) return undefined
    const state = market.state()
    const others = summaries.filter((summary) => summary !== first && !isStale(state, summary.asset))
    const marks = [1, 2, 3, 4, 5].map((part) => candles[Math.round((part * candleCount) / 6)]?.openTime ?? 0)
    return {
      pair: pairOf(instrument),
      isDemo: market.feed.id === 'demo',
      isStale: isStale(state, asset),
      candles: candles.map((candle) => decimalsOf(candle, instrument)),
      hours: marks.map((at) => formatMinute(locale, at)),
      assets: [first, ...others].slice(0, assetCount).map((summary) => heroAsset(market, summary)),
      at: formatMinute(locale, market.current(asset, 1)?.time ?? candles.at(-1)?.openTime ?? 0),
      path: paths.openChart,
    }
  }
}

function heroAsset(market: Market, { asset, last, change24h, spark }: AssetSummary): HeroAsset {
  const { base = asset, priceDigits = 2 } = market.instrument(asset) ?? {}
  return { base, digits: priceDigits, last, change: change24h, spark }
}
