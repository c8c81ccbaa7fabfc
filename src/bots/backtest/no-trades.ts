import { formatNumber } from '../../i18n/format.ts'
import type { Locale } from '../../i18n/locales.ts'
import { formatSize } from '../../i18n/numbers.ts'
import { translator } from '../../i18n/translate.ts'
import type { Instrument } from '../../market/instrument.ts'
import { formatPrice } from '../../market/price-format.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { toDecimal, type Units } from '../../market/units.ts'
import { timeframeText } from '../bot-numbers.ts'
import { type Money, moneyDigits } from '../engine/money.ts'
import type { DroppedIntent } from '../engine/risk.ts'

/** Reasons why a run has no trades; `kind` is a key into the texts. Prices are in units. */
export type NoTrades =
  | { kind: 'no-candles' }
  /** The tested period is shorter than a candle of this timeframe, so no candle closed. */
  | { kind: 'no-close'; tf: Timeframe }
  /** Too few candles for the indicator: `candles` includes those before the period; `needed` is for its first value. */
  | { kind: 'warm-up'; candles: number; needed: number }
  | { kind: 'below-step'; money: Money; stepCost: Money; step: Units }
  | { kind: 'below-minimum'; money: Money; least: Money }
  | { kind: 'rules'; why: DroppedIntent['why'] }
  /** A waiting purchase never filled, because its price was below the lowest price or above the highest one. */
  | { kind: 'stayed-above'; price: Units; lowest: Units }
  | { kind: 'stayed-below'; price: Units; highest: Units }
  /** The tradable share of each minute's volume is less than one quantity step. */
  | { kind: 'no-volume' }
  /** The first purchase was decided at the end of the period, so it could not fill. */
  | { kind: 'at-end' }
  | { kind: 'no-signal'; candles: number }

export const noTradesReasons = [
  'no-candles',
  'no-close',
  'warm-up',
  'below-step',
  'below-minimum',
  'rules',
  'stayed-above',
  'stayed-below',
  'no-volume',
  'at-end',
  'no-signal',
] as const satisfies readonly NoTrades['kind'][]

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
