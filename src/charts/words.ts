import type { charts } from '../i18n/messages/ru/charts.ts'
import type { Shape } from '../i18n/messages/shape.ts'
import type { IndicatorChoice } from '../indicators/catalog.ts'

/** Texts of the charts, sent as props of the islands, because dictionaries stay on the server. */
export type ChartWords = Shape<typeof charts>

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

export function indicatorName({ id, params }: IndicatorChoice, words: ChartWords): string {
  return [words[id], ...params].join(' ')
}
