import type { Drawing } from './drawing.ts'

/** What lies between the two points of a drawing. */
export interface Measured {
  /** In the quote currency, with its sign */
  change: number
  /** Of the first price: 1.5 for a rise of 1.5 %; nothing when that price is zero */
  percent: number | undefined
  /** Candles of the chart's timeframe, negative to the left */
  bars: number
  /** ms, negative to the left */
  ms: number
}

/** @param placeOf  where a moment (ms UTC) stands among the chart's candles, counted in candles */
export function measure({ points }: Drawing, placeOf: (time: number) => number): Measured {
  const [[fromTime, fromPrice], [toTime, toPrice]] = points
  const change = toPrice - fromPrice
  return {
    change,
    percent: fromPrice === 0 ? undefined : (change / Math.abs(fromPrice)) * 100,
    bars: Math.round(placeOf(toTime) - placeOf(fromTime)),
    ms: toTime - fromTime,
  }
}

export interface MeasureFormat {
  /** `ru-RU`, `en-US` */
  language: string
  priceDigits: number
  /** What stands before the number of candles */
  bars: string
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A measure in two lines: `+120.50 (+1.2 %)` and `Candles: 12 · 3 h`. */
export function measureText({ change, percent, bars, ms }: Measured, format: MeasureFormat): [string, string] {
  const { language, priceDigits } = format
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, options).format(value)
  const digits = { minimumFractionDigits: priceDigits, maximumFractionDigits: priceDigits }
  const price = number(change, { ...digits, signDisplay: 'exceptZero' })
  const share =
    percent === undefined
      ? ''
      : ` (${number(percent / 100, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })})`
  return [price + share, `${format.bars}: ${number(bars, {})} · ${spanText(language, ms)}`]
}

/** `2 d 3 h`: a span of ms in its two largest units. */
function spanText(language: string, ms: number): string {
  let rest = Math.round(Math.abs(ms) / 60_000) * 60_000
  const parts: string[] = []
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 && parts.length < 2)
      parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
  }
  const none = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(0)
  return (ms < 0 ? '-' : '') + (parts.join(' ') || none)
}
