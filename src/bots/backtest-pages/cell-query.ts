import type { Locale } from '../../i18n/locales.ts'
import type { Json } from '../engine/strategy.ts'
import { type FieldValues, numberText } from '../form/field-values.ts'

/** Formats the swept parameters of a cell for a URL: `fast:10,slow:30`. */
export function cellText(params: { readonly [name: string]: Json }, names: readonly string[]): string {
  return names.map((name) => `${name}:${params[name]}`).join()
}

/** Returns the field values of the cell in the query; undefined if there is no cell. Ignores unknown parameters. */
export function cellValues(
  params: URLSearchParams,
  { parameters }: { parameters: readonly { name: string }[] },
  locale: Locale,
): FieldValues | undefined {
  const cell = params.get('cell')
  if (!cell) return undefined
  const entries = cell.split(',').flatMap((part) => {
    const [name, text = ''] = part.split(':')
    const value = Number(text)
    const isKnown = parameters.some((each) => each.name === name) && text !== '' && Number.isFinite(value)
    return isKnown ? [[`params.${name}`, numberText(locale, value)]] : []
  })
  return Object.fromEntries(entries)
}
