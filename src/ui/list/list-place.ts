import { type Locale, localised } from '../../i18n/locales.ts'

/**
 * A list with search, order and filters in its query; swaps `#<name>-list`. Related: `#<name>-search`, `#<name>-keys`.
 */
export interface ListPlace {
  name: string
  /** Without the locale prefix */
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
