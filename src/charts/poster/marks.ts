import { withMinus } from '../../i18n/format.ts'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { formatPrice } from '../../market/price-format.ts'
import { type CandleLength, minuteMs, minutesOf, moscowDay } from '../../market/timeframe.ts'
import { axisTime, type MarkSpan } from '../canvas/axis-time.ts'
import type { PriceScale } from '../chart-state.ts'
import { roundValues } from './shapes.ts'

export interface TimeMark {
  index: number
  seconds: number
  span: MarkSpan
}

export interface PriceAxisOptions {
  low: number
  high: number
  scale: PriceScale
  /** Price that corresponds to 0 % on the scale */
  base: number
  locale: Locale
  priceDigits: number
}

export function priceAxis({ low, high, scale, base, locale, priceDigits }: PriceAxisOptions) {
  if (scale !== 'percent' || base <= 0) {
    return { prices: roundValues(low, high, 9), textOf: (price: number) => formatPrice(locale, price, priceDigits) }
  }
  const percentOf = (price: number) => (price / base - 1) * 100
  const prices = roundValues(percentOf(low), percentOf(high), 9).map((percent) => base * (1 + percent / 100))
  return { prices, textOf: (price: number) => formatPercent(locale, percentOf(price)) }
}

/** Formats as `1,17 %`; values that round to zero have no sign. */
function formatPercent(locale: Locale, percent: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' } as const
  return `${withMinus(new Intl.NumberFormat(languageTags[locale], digits).format(percent))} %`
}

/** A month label says nothing at the start of a year: January shows the year. */
function spanOf(openTime: number, span: 'month' | 'day'): MarkSpan {
  return span === 'month' && new Date(openTime).getUTCMonth() === 0 ? 'year' : span
}

/** Possible distances between marks on the time axis, minutes */
const steps = [5, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 7200, 14_400, 43_200, 86_400]
const daySeconds = 86_400

export function timeMarks(candles: readonly DecimalCandle[], tf: CandleLength, count: number): TimeMark[] {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return []
  const rough = (last.openTime - first.openTime) / minuteMs / count
  if (tf !== moscowDay && tf > 1440) {
    const every = Math.ceil(candles.length / count)
    const span = tf === 43200 ? 'month' : 'day'
    return candles.flatMap(({ openTime }, index) =>
      index % every === 0 ? [{ index, seconds: axisTime(openTime, tf), span: spanOf(openTime, span) }] : [],
    )
  }
  const step = (steps.find((each) => each >= rough && each >= minutesOf(tf)) ?? 172_800) * 60
  // Candles of several hours do not open at midnight in Moscow: the first one after it is marked.
  return candles.flatMap(({ openTime }, index) => {
    const seconds = axisTime(openTime, tf)
    const before = axisTime(candles[index - 1]?.openTime ?? openTime - 1000, tf)
    const isAfter = (length: number) => Math.floor(seconds / length) > Math.floor(before / length)
    return isAfter(step) ? [{ index, seconds, span: isAfter(daySeconds) ? 'day' : 'time' }] : []
  })
}
