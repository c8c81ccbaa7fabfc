import type { ReactNode } from 'react'
import { formatMinute } from '../../i18n/format.ts'
import { type Locale, localised } from '../../i18n/locales.ts'
import { type Translate, translator } from '../../i18n/translate.ts'
import { assetStatusOf, assetStatusWords } from '../../live/asset-status.ts'
import { connectionWords } from '../../live/connection-words.ts'
import type { AssetSummary, Market } from '../../market/market.ts'
import { paths } from '../../paths.ts'
import { Island } from '../../ui/island.tsx'
import type { StripAsset } from './strip-tile.tsx'
import { TickerStrip } from './ticker-strip.island.tsx'

export type DrawStrip = (locale: Locale) => Promise<ReactNode>

/**
 * Renders the price strip. The HTML is cached for all visitors until the next minute, so it contains the time of its
 * prices; in the browser the prices become live when the strip is visible.
 */
export function homeStrip(market: Market): DrawStrip {
  return async (locale) => {
    const t = translator(locale)
    const summaries = await market.summaries()
    const assets = summaries.flatMap((summary) => stripAsset(market, locale, t, summary) ?? [])
    if (assets.length === 0) return undefined
    const words = {
      ...connectionWords(t, market.state().delayMs),
      ...asOf(market, locale, t),
      title: t('market.stripTitle'),
      change: t('market.stripChange'),
      real: t('market.stripReal'),
    }
    return (
      <Island name="ticker-strip" className="home-strip">
        <TickerStrip assets={assets} words={words} isDemo={market.feed.id === 'demo'} locale={locale} />
      </Island>
    )
  }
}

function asOf(market: Market, locale: Locale, t: Translate): { idle?: string } {
  const times = market.instruments.map(({ asset }) => market.current(asset, 1)?.time ?? 0)
  const newest = Math.max(0, ...times)
  return newest > 0 ? { idle: t('market.stripAsOf', { time: formatMinute(locale, newest) }) } : {}
}

function stripAsset(market: Market, locale: Locale, t: Translate, summary: AssetSummary): StripAsset | undefined {
  const { asset, last, change24h, spark } = summary
  const instrument = market.instrument(asset)
  if (!instrument) return undefined
  const { base, priceDigits: digits, venue } = instrument
  const name = venue === undefined ? instrument.name : `${instrument.name} · ${venue}`
  const address = `${localised(locale, paths.openChart)}?${new URLSearchParams({ asset })}`
  const { stale } = assetStatusOf(market.state(), asset, assetStatusWords(t))
  return { asset, base, name, digits, last, change24h, stale, line: lineOf(spark), href: address }
}

/** Returns the price line as an SVG path in a 100 × 24 box, with room for the width of the line above and below. */
function lineOf(prices: readonly number[]): string {
  if (prices.length < 2) return ''
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const y = (price: number) => (high > low ? 2 + ((high - price) / (high - low)) * 20 : 12)
  const points = prices.map((price, index) => `${round((index / (prices.length - 1)) * 100)} ${round(y(price))}`)
  return `M${points.join('L')}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
