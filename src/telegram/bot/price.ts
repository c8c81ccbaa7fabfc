import { formatMinute } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import type { BotDeps } from './bot-deps.ts'

/** @param symbolText  a symbol as typed: `btcusdt`, `BTC/USDT` and `btc` are BTCUSDT */
export async function priceText(market: BotDeps['market'], locale: Locale, symbolText: string): Promise<string> {
  const t = translator(locale)
  const assets = market.instruments.map(({ asset }) => asset).join(', ')
  if (symbolText === '') return t('telegramBot.priceUsage', { assets })
  const symbol = symbolText.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  const instrument = market.instruments.find(({ asset, base }) => asset.toUpperCase() === symbol || base === symbol)
  if (!instrument) return t('telegramBot.priceUnknown', { asked: symbolText.slice(0, 40), assets })
  const { asset, quote, priceDigits } = instrument
  const summary = (await market.summaries()).find((each) => each.asset === asset)
  if (!summary) return t('telegramBot.priceMissing', { asset })
  const price = (value: typeof summary.last) => formatPrice(locale, value, priceDigits)
  const text = t('telegramBot.price', {
    asset,
    quote,
    price: price(summary.last),
    change: formatChange(locale, summary.change24h),
    low: price(summary.low24h),
    high: price(summary.high24h),
  })
  const since = market.state().stale?.[asset]
  const notes = [
    since === undefined ? [] : t('telegramBot.priceStale', { time: formatMinute(locale, since) }),
    market.feed.id.startsWith('demo') ? t('telegramBot.priceDemo') : [],
  ].flat()
  return [text, ...notes].join('\n\n')
}
