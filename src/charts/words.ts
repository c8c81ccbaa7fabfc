import type { charts } from '../i18n/messages/ru/charts.ts'
import type { Shape } from '../i18n/messages/shape.ts'
import { catalog, type IndicatorChoice, type Parameter, type Source } from '../indicators/catalog.ts'

/** Texts of the charts, sent as props of the islands, because dictionaries stay on the server. */
export type ChartWords = Shape<typeof charts>

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Name of an indicator with its parameters, such as `MACD 12 26 9` */
export function indicatorName({ id, params, source }: IndicatorChoice, all: ChartWords): string {
  const { catalog: words } = all
  const texts = catalog[id].parameters.map(({ name }, index) =>
    parameterText(name, params[index] ?? 0).replace('T', ' '),
  )
  return [words.names[id], ...texts, ...(source ? [sourceName(source, all)] : [])].join(' ')
}

/** Name of a source: a price, or an indicator with the name of its line */
export function sourceName(source: Source, words: ChartWords): string {
  const { sources, lines } = words.catalog
  if (typeof source === 'string') return sources[source]
  const line = catalog[source.of.id].lines[source.line]
  const name = Object.entries(lines).find(([each]) => each === line)?.[1]
  return `(${indicatorName(source.of, words)}${name ? `: ${name}` : ''})`
}

const moscowMinutes = 180

/** Text of a parameter in a form: a number, or a Moscow time such as `2026-11-30T09:00` for the start of an anchor */
export function parameterText(name: Parameter['name'], value: number): string {
  return name === 'from' ? new Date((value + moscowMinutes) * 60_000).toISOString().slice(0, 16) : String(value)
}

/** Reads such a text. NaN if it is neither. */
export function readParameter(text: string): number {
  return text.includes('T') ? Date.parse(`${text}Z`) / 60_000 - moscowMinutes : Number(text)
}
