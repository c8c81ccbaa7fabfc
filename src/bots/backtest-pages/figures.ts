import { type Locale, languageTags } from '../../i18n/locales.ts'
import type { Translate } from '../../i18n/translate.ts'
import { hourMs } from '../../market/timeframe.ts'
import type { Statistics } from '../backtest/statistics.ts'
import { formatGain, formatMoney, formatNumberTo, formatPart, formatShare } from '../bot-numbers.ts'

const nothing = '—'

/** Formats a ratio with two decimals: `3,60`. Ratios with equal decimals can be compared in a column. */
export function formatRatio(locale: Locale, ratio: number | undefined): string {
  return ratio === undefined ? nothing : formatNumberTo(locale, ratio, 2)
}

const dayHours = 24

/** Formats a duration as `3 d 4 h`, or in minutes if below one hour. */
export function formatLength(locale: Locale, ms: number): string {
  const of = (unit: string, count: number) =>
    new Intl.NumberFormat(languageTags[locale], { style: 'unit', unit, unitDisplay: 'short' }).format(count)
  if (ms < hourMs) return of('minute', Math.round(ms / 60_000))
  const rounded = Math.round(ms / hourMs)
  const [days, hours] = [Math.floor(rounded / dayHours), rounded % dayHours]
  if (days === 0) return of('hour', hours)
  return hours === 0 ? of('day', days) : `${of('day', days)} ${of('hour', hours)}`
}

export const figureNames = [
  ...(['profit', 'buyAndHold', 'cagr', 'maxDrawdown', 'longestDrawdown', 'sharpe', 'sortino', 'calmar'] as const),
  ...(['profitFactor', 'expectancy', 'winRate', 'trades', 'exposure', 'fees'] as const),
] as const

export type FigureName = (typeof figureNames)[number]

export function figureText(name: FigureName, statistics: Statistics, { locale, t, quote }: FigureWords): string {
  const maybe = (value: number | undefined, format: (locale: Locale, value: number) => string) =>
    value === undefined ? nothing : format(locale, value)
  switch (name) {
    case 'profit':
      return `${formatGain(locale, statistics.profit)} ${quote} · ${formatShare(locale, statistics.profitShare)}`
    case 'buyAndHold':
      return formatShare(locale, statistics.buyAndHold)
    case 'cagr':
      return maybe(statistics.cagr, formatShare)
    case 'maxDrawdown':
      return formatShare(locale, -statistics.maxDrawdown)
    case 'longestDrawdown':
      return formatLength(locale, statistics.longestDrawdownMs)
    case 'sharpe':
    case 'sortino':
    case 'calmar':
    case 'profitFactor':
      return formatRatio(locale, statistics[name])
    case 'expectancy':
      return maybe(statistics.expectancy, (own, value) => `${formatGain(own, value)} ${quote}`)
    case 'winRate':
      return maybe(statistics.winRate, formatPart)
    case 'trades':
      return t('backtest.tradesAndSales', { trades: statistics.trades, sales: statistics.sales })
    case 'exposure':
      return formatPart(locale, statistics.exposure)
    case 'fees':
      return `${formatMoney(locale, statistics.fees)} ${quote}`
  }
}

export interface FigureWords {
  locale: Locale
  t: Translate
  quote: string
}
