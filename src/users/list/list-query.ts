import { z } from 'zod'
import { type Locale, locales } from '../../i18n/locales.ts'
import { type Cursor, cursorField, writeCursor } from '../../pages/list-cursor.ts'
import { paths } from '../../paths.ts'
import { addressOf, type ListPlace, paramsOf, readSearch, readSort, writeSort } from '../../ui/list/list-place.ts'

export const roles = ['user', 'admin'] as const
export const statuses = ['active', 'banned'] as const
export const links = ['linked', 'none'] as const
export const sorts = ['created', 'seen', 'name', 'login'] as const

export type Sort = (typeof sorts)[number]

/** Filter of the user list. Undefined fields do not filter. */
export interface UserFilter {
  /** Part of a login, name, id or Telegram name; with fewer than three letters, a login prefix */
  search: string
  role?: (typeof roles)[number] | undefined
  /** Status of the user; a user with an expired ban counts as active */
  status?: (typeof statuses)[number] | undefined
  telegram?: (typeof links)[number] | undefined
  locale?: (typeof locales)[number] | undefined
}

export interface UserList extends UserFilter {
  sort: Sort
  isDescending: boolean
  after?: Cursor | undefined
  before?: Cursor | undefined
}

export type ListParams = Partial<Record<string, string>>

const choice = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).optional().catch(undefined)

const listSchema = z.object({
  q: z.string().catch(''),
  role: choice(roles),
  status: choice(statuses),
  telegram: choice(links),
  locale: choice(locales),
  sort: z.string().catch(''),
  after: cursorField,
  before: cursorField,
})

export const maxSearch = 100

const newestFirst = { sort: 'created', isDescending: true } as const

/** Reads query parameters and ignores invalid ones. */
export function readList(params: ListParams): UserList {
  const { q, sort, ...rest } = listSchema.parse(params)
  return {
    ...rest,
    search: readSearch(q, maxSearch),
    ...(readSort(sort, sorts) ?? newestFirst),
  }
}

export function filterParams(filter: UserFilter): URLSearchParams {
  const { search, role, status, telegram, locale } = filter
  return paramsOf({ q: search, role, status, telegram, locale })
}

export function listParams({ sort, isDescending, after, before, ...filter }: UserList): URLSearchParams {
  const params = filterParams(filter)
  if (sort !== 'created' || !isDescending) params.set('sort', writeSort(sort, isDescending))
  if (after) params.set('after', writeCursor(after))
  if (before) params.set('before', writeCursor(before))
  return params
}

export const usersPlace: ListPlace = { name: 'users', path: paths.adminUsers }

export function listAddress(locale: Locale, list: UserList): string {
  return addressOf(locale, usersPlace, listParams(list))
}
