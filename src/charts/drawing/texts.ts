import { languageTags } from '../../i18n/locales.ts'
import { minuteMs } from '../../market/timeframe.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import { placeOf } from '../canvas/time-place.ts'
import type { ChartWords } from '../words.ts'
import type { Drawing } from './drawing.ts'
import { measure, measureText } from './measure.ts'
import { priceText } from './scale.ts'

export interface DrawingTexts {
  price(value: number): string
  measure(drawing: Drawing): readonly string[]
  name(drawing: Drawing): string
}

export function createDrawingTexts(view: ChartView, { drawing: words }: ChartWords): DrawingTexts {
  const price = (value: number) => priceText(view, value)
  return {
    price,
    measure: (drawing) => {
      const { tf, locale, priceDigits } = view.look
      const measured = measure(drawing, (time) => placeOf(view.candles, time, tf * minuteMs) ?? 0)
      return measureText(measured, { language: languageTags[locale], priceDigits, bars: words.bars })
    },
    name: ({ kind, points: [[, from], [, to]] }) => {
      const name = words.kinds[kind]
      return kind === 'level' ? `${name}: ${price(from)}` : `${name}: ${price(from)} → ${price(to)}`
    },
  }
}
