import type { Locale } from '../../i18n/locales.ts'
import { plainNumber, readNumber } from '../../i18n/read-number.ts'

/** Figures by which the list can be filtered, in the order of the form */
export const filterable = [
  'price',
  'change',
  'week',
  'month',
  'volume',
  'volatility',
  'deviation',
  'rsi',
  'sma',
] as const

export type Filterable = (typeof filterable)[number]

/** Bounds of a figure, both inclusive; undefined for none */
export interface Range {
  min: number | undefined
  max: number | undefined
}

export type Ranges = Readonly<Partial<Record<Filterable, Range>>>

/** Names of the bounds of a figure in the query */
export const boundNames = (figure: Filterable) => ({ min: `${figure}-min`, max: `${figure}-max` })

/** Parses the bounds in a query, such as `rsi-max=30`; invalid ones are ignored. */
export function readRanges(params: Partial<Record<string, string>>, locale: Locale): Ranges {
  return Object.fromEntries(
    filterable.flatMap((figure) => {
      const names = boundNames(figure)
      const [min, max] = [readBound(locale, params[names.min]), readBound(locale, params[names.max])]
      return min === undefined && max === undefined ? [] : [[figure, { min, max }]]
    }),
  )
}

export function rangeFields(ranges: Ranges): Record<string, string | undefined> {
  return Object.fromEntries(
    filterable.flatMap((figure) => {
      const [names, range] = [boundNames(figure), ranges[figure]]
      return [
        [names.min, boundText(range?.min)],
        [names.max, boundText(range?.max)],
      ]
    }),
  )
}

export function isInRange(value: number | undefined, { min, max }: Range): boolean {
  if (value === undefined) return false
  return (min === undefined || value >= min) && (max === undefined || value <= max)
}

/** Writes a bound as in the query. */
export function boundText(bound: number | undefined): string | undefined {
  return bound === undefined ? undefined : plainNumber(bound)
}

function readBound(locale: Locale, text = ''): number | undefined {
  const bound = readNumber(locale, text)
  // Adding 0 turns −0, which would be written as `-0`, into 0.
  return bound === undefined ? undefined : bound + 0
}
