import { type Locale, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { type AssetList, listParams } from './list-query.ts'

/** The address of a list. */
export function listAddress(locale: Locale, list: AssetList): string {
  const params = listParams(list).toString()
  return localised(locale, paths.enigma) + (params ? `?${params}` : '')
}

/** What makes a link or a form replace the list instead of the page. */
export function swapsList(address: string) {
  return {
    'hx-get': address,
    'hx-target': '#asset-list',
    'hx-swap': 'outerMorph',
    'hx-sync': '#asset-list:replace',
    'hx-indicator': '#asset-list',
  }
}
