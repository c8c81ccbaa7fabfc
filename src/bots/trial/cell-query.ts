import type { Locale } from '../../i18n/locales.ts'
import type { Json } from '../engine/strategy.ts'
import { type FieldValues, numberText } from '../form/field-values.ts'

/** `fast:10,slow:30`: what a cell of a sweep has in place of the fields' own values. */
export function cellText(params: { readonly [name: string]: Json }, names: readonly string[]): string {
  return names.map((name) => `${name}:${params[name]}`).join()
}

/** Undefined where the address names no cell; what is no parameter of the strategy is left out. */
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
