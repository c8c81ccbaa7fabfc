import { paths } from '../paths.ts'
import type { ListPlace } from '../ui/list/list-place.ts'
import { type AssetList, listParams, readList } from './list-query.ts'

export const assetsPlace: ListPlace = { name: 'asset', path: paths.enigma }

/** Where forms of the list's rows lead back to: a path below the locale, with its query. */
export function listPath(list: AssetList): string {
  const query = listParams(list).toString()
  return paths.enigma + (query ? `?${query}` : '')
}

/** The list that a path below the locale shows, if it is one. */
export function listAt(path: string): AssetList | undefined {
  const [place, query] = path.split('?')
  return place === paths.enigma ? readList(Object.fromEntries(new URLSearchParams(query))) : undefined
}
