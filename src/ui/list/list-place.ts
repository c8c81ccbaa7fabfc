import { type Locale, localised } from '../../i18n/locales.ts'

/** Its query is search, order and filters; swaps `#<name>-list`. Also `#<name>-search`, and `#<name>-keys` for keys. */
export interface ListPlace {
  name: string
  /** Without the locale prefix */
  path: string
}

export function addressOf(locale: Locale, { path }: ListPlace, params: URLSearchParams): string {
  const query = params.toString()
  return localised(locale, path) + (query ? `?${query}` : '')
}

export function swapsList({ name }: ListPlace, address: string) {
  return {
    'hx-get': address,
    'hx-target': `#${name}-list`,
    'hx-swap': 'outerMorph',
    'hx-sync': `#${name}-list:replace`,
    'hx-indicator': `#${name}-list`,
  }
}
