import type { colorPicker } from '../../i18n/messages/ru/color-picker.ts'
import type { Shape } from '../../i18n/messages/shape.ts'

export type ColorWords = Shape<typeof colorPicker>

export function fill(text: string, values: Record<string, number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
