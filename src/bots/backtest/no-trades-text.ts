import { formatNumber } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { formatSize } from '../../i18n/numbers.ts'
import { translator } from '../../i18n/translate.ts'
import type { Instrument } from '../../market/instrument.ts'
import { formatPrice } from '../../market/price-format.ts'
import { toDecimal, type Units } from '../../market/units.ts'
import { type Money, moneyDigits } from '../engine/money.ts'
import { timeframeText } from '../timeframe-text.ts'
import type { NoTrades } from './no-trades.ts'

type Traded = Pick<Instrument, 'base' | 'quote' | 'priceDigits' | 'volumeDigits'>

/** Explains in one sentence why a run has no trades, for the page, the API and the command line. */
export function noTradesText(
  locale: Locale,
  why: NoTrades,
  { base, quote, priceDigits, volumeDigits }: Traded,
): string {
  const t = translator(locale)
  const key = `backtest.noTradesWhy.${why.kind}` as const
  const amount = (money: Money) => `${formatSize(locale, money / 10 ** moneyDigits)} ${quote}`
  const price = (units: Units) => formatPrice(locale, toDecimal(units, priceDigits), priceDigits)
  switch (why.kind) {
    case 'below-step': {
      const step = `${formatSize(locale, toDecimal(why.step, volumeDigits))} ${base}`
      return t(key, { money: amount(why.money), step, cost: amount(why.stepCost) })
    }
    case 'below-minimum':
      return t(key, { money: amount(why.money), least: amount(why.least) })
    case 'rules':
      return t(key, { why: t(`botPage.why.${why.why}`) })
    case 'stayed-above':
      return t(key, { price: price(why.price), lowest: price(why.lowest) })
    case 'stayed-below':
      return t(key, { price: price(why.price), highest: price(why.highest) })
    case 'no-close':
      return t(key, { tf: timeframeText(t, why.tf) })
    case 'warm-up':
      return t(key, { candles: formatNumber(locale, why.candles), needed: formatNumber(locale, why.needed) })
    case 'no-signal':
      return t(key, { candles: formatNumber(locale, why.candles) })
    default:
      return t(key)
  }
}
