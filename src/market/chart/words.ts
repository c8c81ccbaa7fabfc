import type { charts } from '../../i18n/messages/ru/charts.ts'
import type { Shape } from '../../i18n/messages/shape.ts'

/** The words of charts in the page's language: islands carry them, dictionaries stay on the server. */
export type ChartWords = Shape<typeof charts>

/** Fills `{{name}}` in a message. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
