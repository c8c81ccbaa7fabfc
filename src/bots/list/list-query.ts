import { z } from 'zod'
import { paths } from '../../paths.ts'
import { type ListPlace, paramsOf, readSearch, readSort, writeSort } from '../../ui/list/list-place.ts'

export const botsPlace: ListPlace = { name: 'bot', path: paths.bots }

/** States of a bot by which a list can be filtered. `ended`: stopped, halted or failed */
export const lives = ['running', 'paused', 'draft', 'ended'] as const
export type Life = (typeof lives)[number]

export const sorts = ['name', 'equity', 'profit', 'day', 'edge', 'drawdown', 'wins'] as const
export type Sort = (typeof sorts)[number]

export const views = ['table', 'cards'] as const

export interface BotList {
  /** Text to find: part of a name, a strategy or a pair */
  search: string
  life?: Life | undefined
  strategy?: string | undefined
  asset?: string | undefined
  /** Field to sort by; default: own bots newest first, public bots by profit */
  sort?: Sort | undefined
  isDescending: boolean
  /** View of the bots; default: a table */
  view?: (typeof views)[number] | undefined
}

const choice = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).optional().catch(undefined)
const word = z
  .string()
  .regex(/^[\w-]{1,40}$/)
  .optional()
  .catch(undefined)

const listSchema = z.object({
  q: z.string().catch(''),
  state: choice(lives),
  strategy: word,
  asset: word,
  sort: z.string().catch(''),
  view: choice(views),
})

export const maxSearch = 50

/** Parses URL parameters of the list; invalid values count as missing. */
export function readList(params: Partial<Record<string, string>>): BotList {
  const { q, state: life, sort, ...rest } = listSchema.parse(params)
  return { search: readSearch(q, maxSearch), life, ...rest, isDescending: false, ...readSort(sort, sorts) }
}

export function listParams({ search, life, strategy, asset, sort, isDescending, view }: BotList): URLSearchParams {
  return paramsOf({
    q: search,
    state: life,
    strategy,
    asset,
    sort: sort && writeSort(sort, isDescending),
    view,
  })
}

/** Returns the path that forms in the list's rows return to, with query, without the locale prefix. */
export function listPath(list: BotList): string {
  const query = listParams(list).toString()
  return paths.bots + (query ? `?${query}` : '')
}

/**
 * Returns the list with the next order of a column: names start ascending, numbers descending. A second click reverses
 * the order, a third removes it.
 */
export function sorted(list: BotList, sort: Sort): BotList {
  const first = sort !== 'name'
  if (list.sort !== sort) return { ...list, sort, isDescending: first }
  if (list.isDescending === first) return { ...list, isDescending: !first }
  return { ...list, sort: undefined, isDescending: false }
}
