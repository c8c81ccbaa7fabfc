import type { ReactNode } from 'react'
import { timeZone } from '../../i18n/format.ts'
import { type Locale, languageTags, localised } from '../../i18n/locales.ts'
import { type Translate, translator } from '../../i18n/translate.ts'
import { href, paths } from '../../paths.ts'
import { Island } from '../../ui/island.tsx'
import { connectionWords } from '../live/connection-words.ts'
import type { AssetSummary, Market } from '../market.ts'
import type { StripAsset } from './strip-tile.tsx'
import { TickerStrip } from './ticker-strip.island.tsx'

/** Draws the strip of the landing page in one language; nothing while no price is known. */
export type DrawStrip = (locale: Locale) => Promise<ReactNode>

/**
 * The landing page's strip of prices. The page is kept in memory for everyone until the next minute begins, so the
 * prices in it say of when they are; in browsers they become live when the strip is seen.
 */
export function homeStrip(market: Market): DrawStrip {
  return async (locale) => {
    const summaries = await market.summaries()
    const assets = summaries.flatMap((summary) => stripAsset(market, locale, summary) ?? [])
    if (assets.length === 0) return undefined
    const t = translator(locale)
    const words = {
      ...connectionWords(t),
      ...asOf(market, locale, t),
      title: t('market.stripTitle'),
      change: t('market.stripChange'),
    }
    return (
      <Island name="ticker-strip" className="home-strip">
        <TickerStrip assets={assets} words={words} isDemo={market.feed.id === 'demo'} locale={locale} />
      </Island>
    )
  }
}

/** Says of when the newest price is, when that is known. */
function asOf(market: Market, locale: Locale, t: Translate): { idle?: string } {
  const times = market.instruments.map(({ asset }) => market.current(asset, 1)?.time ?? 0)
  const newest = Math.max(0, ...times)
  return newest > 0 ? { idle: t('market.stripAsOf', { time: formatMinute(locale, newest) }) } : {}
}

function stripAsset(market: Market, locale: Locale, summary: AssetSummary): StripAsset | undefined {
  const { asset, last, change24h, spark } = summary
  const instrument = market.instrument(asset)
  if (!instrument) return undefined
  const { base, name, priceDigits: digits } = instrument
  const address = localised(locale, href(paths.enigmaAsset, { asset }))
  return { asset, base, name, digits, last, dayAgo: last / (1 + change24h / 100), line: lineOf(spark), href: address }
}

/** A path through the prices that fills a field of 100 by 24 but for the line's own width. */
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

/** `14:05`: Moscow time. */
function formatMinute(locale: Locale, at: number): string {
  const format = new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', hourCycle: 'h23', timeZone })
  return format.format(at)
}
