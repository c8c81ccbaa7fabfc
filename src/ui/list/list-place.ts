import { type Locale, localised } from '../../i18n/locales.ts'

/**
 * A list whose search, sort order and filters are in the query of its page. Swaps replace `#<name>-list`;
 * `#<name>-search` and `#<name>-keys` belong to the list.
 */
export interface ListPlace {
  name: string
  /** Path of the list's page, without the locale prefix */
  path: string
}

export function addressOf(locale: Locale, { path }: ListPlace, params: URLSearchParams): string {
  const query = params.toString()
  return localised(locale, path) + (query ? `?${query}` : '')
}

export function listSwapAttributes({ name }: ListPlace, address: string) {
  return {
    'hx-get': address,
    'hx-target': `#${name}-list`,
    'hx-swap': 'outerMorph',
    'hx-sync': `#${name}-list:replace`,
    'hx-indicator': `#${name}-list`,
  }
}

/**
 * Creates the query parameters of a list. They have the order of the fields and omit empty ones, so that equal
 * parameters give equal text.
 */
export function paramsOf(fields: Record<string, string | undefined>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** Reads a search query as plain text. @param longest  max number of characters; longer text is cut */
export function readSearch(text: string, longest: number): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  return Array.from(plain).slice(0, longest).join('')
}

/** Parses the sort order of a list: `name`, or `-name` for descending order; undefined for an unknown name. */
export function readSort<Sort extends string>(text: string, sorts: readonly Sort[]) {
  const isDescending = text.startsWith('-')
  const sort = sorts.find((own) => own === text.replace(/^-/, ''))
  return sort && { sort, isDescending }
}

export function writeSort(sort: string, isDescending: boolean): string {
  return `${isDescending ? '-' : ''}${sort}`
}
