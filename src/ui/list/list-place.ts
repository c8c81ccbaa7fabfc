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
