import { withMinus } from '../../i18n/format.ts'
import { languageTags } from '../../i18n/locales.ts'
import { minuteMs, minutesOf } from '../../market/timeframe.ts'
import { placeOf } from '../candles/candle-list.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import { type ChartWords, fill } from '../words.ts'
import { type Drawing, isSingle } from './drawing.ts'
import type { PositionPlan } from './position-plan.ts'
import { priceText } from './scale.ts'
import type { PositionTexts, ShapeTexts } from './shape.ts'

export interface Measurement {
  change: number
  /** Change of the price in percent, 1.5 for a rise of 1.5 %; undefined if the first price is 0 */
  percent: number | undefined
  /** Number of candles between the points; negative if the second point is to the left */
  bars: number
  ms: number
}

/**
 * Measures the distance between the two points of a drawing. @param placeOf  returns the index of a time (ms UTC) among
 * the candles
 */
export function measure({ points }: Drawing, placeOf: (time: number) => number): Measurement {
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
  language: string
  priceDigits: number
  bars: string
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

export function measureText({ change, percent, bars, ms }: Measurement, format: MeasureFormat): [string, string] {
  const { language, priceDigits } = format
  const price = withMinus(numberFormat(language, { ...digits(priceDigits), signDisplay: 'exceptZero' }).format(change))
  const inPercent = numberFormat(language, { ...digits(2), style: 'percent', signDisplay: 'exceptZero' })
  const share = percent === undefined ? '' : ` (${withMinus(inPercent.format(percent / 100))})`
  return [
    price + share,
    `${format.bars}: ${withMinus(numberFormat(language, {}).format(bars))} · ${durationText(language, ms)}`,
  ]
}

const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count })

function durationText(language: string, ms: number): string {
  let rest = Math.round(Math.abs(ms) / 60_000) * 60_000
  const inUnit = (unit: string, count: number) =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
  const parts: string[] = []
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 && parts.length < 2) parts.push(inUnit(unit, count))
  }
  return (ms < 0 ? '−' : '') + (parts.join(' ') || inUnit('minute', 0))
}

/**
 * Cache of number formats: creating one takes far longer than using it, and measurements are formatted in every frame.
 */
const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language, options)
  formats.set(key, made)
  return made
}

export interface DrawingTexts extends ShapeTexts {
  name(drawing: Drawing): string
}

export function createDrawingTexts(view: ChartView, { drawing: words }: ChartWords): DrawingTexts {
  const price = (value: number) => priceText(view, value)
  return {
    price,
    time: (ms) => axisFormats(view.look.locale, view.look.tf).moment(ms),
    position: (plan) => positionTexts(plan, { words, price, language: languageTags[view.look.locale] }),
    measure: (drawing) => {
      const { tf, locale, priceDigits } = view.look
      const measured = measure(drawing, (time) => placeOf(view.candles, time, minutesOf(tf) * minuteMs) ?? 0)
      return measureText(measured, { language: languageTags[locale], priceDigits, bars: words.bars })
    },
    name: ({ kind, text, points: [[time, from], [, to]] }) => {
      const name = words.kinds[kind]
      if (kind === 'text') return text ? `${name}: ${text}` : name
      if (kind === 'vertical') return `${name}: ${axisFormats(view.look.locale, view.look.tf).moment(time)}`
      return isSingle(kind) ? `${name}: ${price(from)}` : `${name}: ${price(from)} → ${price(to)}`
    },
  }
}

interface PositionFormat {
  words: ChartWords['drawing']
  language: string
  price(value: number): string
}

/** Texts of a planned position: its prices with their distance from the entry, and the risk with the reward. */
function positionTexts(plan: PositionPlan, { words, language, price }: PositionFormat): PositionTexts {
  const { entry, stop, target, ratio, money } = plan
  const percent = numberFormat(language, { ...digits(2), style: 'percent', signDisplay: 'exceptZero' })
  const amount = (value: number) => numberFormat(language, digits(2)).format(value)
  const far = (value: number) =>
    entry === 0 ? '' : ` (${withMinus(percent.format((value - entry) / Math.abs(entry)))})`
  const inMoney = (value: number | undefined) => (value === undefined ? '' : ` · ${withMinus(amount(value))}`)
  return {
    target: `${words.target}: ${price(target)}${far(target)}${inMoney(money?.reward)}`,
    stop: `${words.stop}: ${price(stop)}${far(stop)}${inMoney(money && -money.risk)}`,
    ratio: ratio === undefined ? words.wrongSide : fill(words.riskReward, { ratio: amount(ratio) }),
  }
}
