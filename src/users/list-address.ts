import { type Locale, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { listParams, type UserList } from './list-query.ts'

/** The address of a list. */
export function listAddress(locale: Locale, list: UserList): string {
  const params = listParams(list).toString()
  return localised(locale, paths.adminUsers) + (params ? `?${params}` : '')
}

/** The same list from its beginning, with something else asked of it. */
export function changedList(list: UserList, change: Partial<UserList>): UserList {
  return { ...list, after: undefined, before: undefined, ...change }
}

/** What makes a link or a form replace the list instead of the page. */
export function swapsList(address: string) {
  return {
    'hx-get': address,
    'hx-target': '#users-list',
    'hx-swap': 'outerMorph',
    'hx-sync': '#users-list:replace',
    'hx-indicator': '#users-list',
  }
}
