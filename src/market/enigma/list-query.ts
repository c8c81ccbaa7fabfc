import { z } from 'zod'

export const shownSets = ['all', 'favourites', 'gainers', 'losers'] as const
export const sorts = ['asset', 'price', 'change', 'range', 'volume', 'volatility'] as const

/** Which assets: all, one's own, those that have risen or fallen in 24 hours. */
export type ShownSet = (typeof shownSets)[number]
export type Sort = (typeof sorts)[number]

/** What a list of assets is about, and in which order. */
export interface AssetList {
  /** Part of a symbol or a name */
  search: string
  shown: ShownSet
  /** Absent: as the market names them */
  sort?: Sort | undefined
  isDescending: boolean
}

const listSchema = z.object({
  q: z.string().catch(''),
  show: z.enum(shownSets).catch('all'),
  sort: z.string().catch(''),
})

/** Longest text that is looked for, characters */
const longestSearch = 50

/** Reads an address's parameters; what is not understood is as if it were not there. */
export function readList(params: Partial<Record<string, string>>): AssetList {
  const { q, show, sort } = listSchema.parse(params)
  const known = sorts.find((own) => own === sort.replace(/^-/, ''))
  const search = Array.from(q.replace(/\p{Cc}+/gu, ' ').trim())
    .slice(0, longestSearch)
    .join('')
  return { search, shown: show, sort: known, isDescending: known !== undefined && sort.startsWith('-') }
}

/** The parameters of a list, as `readList` reads them; what is the same has the same text. */
export function listParams({ search, shown, sort, isDescending }: AssetList): URLSearchParams {
  const fields = {
    q: search || undefined,
    show: shown === 'all' ? undefined : shown,
    sort: sort && `${isDescending ? '-' : ''}${sort}`,
  }
  return new URLSearchParams(Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}
