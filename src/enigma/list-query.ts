import { z } from 'zod'
import type { Locale } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { type ListPlace, paramsOf, readSearch, readSort, writeSort } from '../ui/list/list-place.ts'
import { type Ranges, rangeFields, readRanges } from './screener/ranges.ts'

export const shownSets = ['all', 'favourites', 'gainers', 'losers'] as const
export const sorts = [
  'asset',
  'price',
  'change',
  'week',
  'month',
  'range',
  'volume',
  'volatility',
  'deviation',
  'rsi',
  'sma',
] as const

/** Assets that the list shows: all, the user's favorites, or those that have risen or fallen in 24 hours */
export type ShownSet = (typeof shownSets)[number]
export type Sort = (typeof sorts)[number]

export interface AssetList {
  /** Text to find: part of a symbol or a name */
  search: string
  shown: ShownSet
  /** ID of the watchlist that the list is limited to; its order replaces that of the market */
  watchlist: string | undefined
  /** Field to sort by; undefined for the order of the market's instruments */
  sort?: Sort | undefined
  isDescending: boolean
  /** Ranges of figures: an asset outside one, or without the figure, is left out */
  ranges: Ranges
  /** Page of the list, from 1 */
  page: number
}

/** Number of assets on a page of the list: five hundred would be 2 MB of HTML */
const pageSize = 100
const maxPage = 1000

const listSchema = z.object({
  q: z.string().catch(''),
  show: z.enum(shownSets).catch('all'),
  sort: z.string().catch(''),
  list: z.uuid().optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(maxPage).catch(1),
})

export const maxSearch = 50

/** Parses query parameters of the list; invalid ones are ignored. */
export function readList(params: Partial<Record<string, string>>, locale: Locale): AssetList {
  const { q, show, sort, list, page } = listSchema.parse(params)
  const sorting = { isDescending: false, ...readSort(sort, sorts) }
  return {
    search: readSearch(q, maxSearch),
    shown: show,
    watchlist: list,
    ...sorting,
    ranges: readRanges(params, locale),
    page,
  }
}

export function listParams({ search, shown, watchlist, sort, isDescending, ranges, page }: AssetList): URLSearchParams {
  return paramsOf({
    q: search,
    show: shown === 'all' ? undefined : shown,
    list: watchlist,
    sort: sort && writeSort(sort, isDescending),
    ...rangeFields(ranges),
    page: page > 1 ? String(page) : undefined,
  })
}

/** Returns the parameters of the first page of the same list, with changes. */
export function changedParams(list: AssetList, change: Partial<AssetList>): URLSearchParams {
  return listParams({ ...list, ...change, page: 1 })
}

/** Returns the rows of a page; the last page instead of one beyond the end. */
export function pageSpan(count: number, asked: number): { page: number; from: number; to: number } {
  const page = Math.min(asked, Math.max(1, Math.ceil(count / pageSize)))
  return { page, from: (page - 1) * pageSize, to: Math.min(count, page * pageSize) }
}

export const assetsPlace: ListPlace = { name: 'asset', path: paths.enigma }

/** Returns the redirect target for forms in the list's rows: a path below the locale, with its query. */
export function listPath(list: AssetList): string {
  const query = listParams(list).toString()
  return paths.enigma + (query ? `?${query}` : '')
}

/** Parses a path below the locale; undefined if the path is not that of the asset list. */
export function listAt(path: string, locale: Locale): AssetList | undefined {
  const [place, query] = path.split('?')
  return place === paths.enigma ? readList(Object.fromEntries(new URLSearchParams(query)), locale) : undefined
}
