import { z } from 'zod'
import { type BroadcastState, broadcastStates } from '../../db/broadcast-states.ts'
import { type Cursor, cursorField, writeCursor } from '../../pages/list-cursor.ts'
import { paths } from '../../paths.ts'
import { type ListPlace, paramsOf, readSearch, readSort, writeSort } from '../../ui/list/list-place.ts'

const sorts = ['created', 'name'] as const
export type Sort = (typeof sorts)[number]

/** Max length of a search text, characters */
export const maxSearch = 100

export const listPlace: ListPlace = { name: 'broadcasts', path: paths.broadcasts }

export interface BroadcastList {
  /** Text to find: part of a broadcast's name */
  search: string
  state?: BroadcastState | undefined
  sort: Sort
  isDescending: boolean
  after?: Cursor | undefined
  before?: Cursor | undefined
}

const listSchema = z.object({
  q: z.string().catch(''),
  state: z.enum(broadcastStates).optional().catch(undefined),
  sort: z.string().catch(''),
  after: cursorField,
  before: cursorField,
})

/** Parses the parameters of the list; invalid ones are ignored. */
export function readList(params: Record<string, string>): BroadcastList {
  const { q, sort, ...rest } = listSchema.parse(params)
  const order = readSort(sort, sorts) ?? { sort: 'created' as const, isDescending: true }
  return { ...rest, search: readSearch(q, maxSearch), ...order }
}

export function listParams({ search, state, sort, isDescending, after, before }: BroadcastList): URLSearchParams {
  const isUsual = sort === 'created' && isDescending
  return paramsOf({
    q: search,
    state,
    sort: isUsual ? undefined : writeSort(sort, isDescending),
    after: after && writeCursor(after),
    before: before && writeCursor(before),
  })
}
