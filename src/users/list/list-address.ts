import type { Locale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { addressOf, type ListPlace } from '../../ui/list/list-place.ts'
import { listParams, type UserList } from './list-query.ts'

export const usersPlace: ListPlace = { name: 'users', path: paths.adminUsers }

export function listAddress(locale: Locale, list: UserList): string {
  return addressOf(locale, usersPlace, listParams(list))
}
