import { paths } from '../paths.ts'
import type { ListPlace } from '../ui/list/list-place.ts'
import { type AssetList, listParams, readList } from './list-query.ts'

export const assetsPlace: ListPlace = { name: 'asset', path: paths.enigma }

/** Returns the redirect target for forms in the list's rows: a path below the locale, with its query. */
export function listPath(list: AssetList): string {
  const query = listParams(list).toString()
  return paths.enigma + (query ? `?${query}` : '')
}

/** Parses a path below the locale; undefined if the path is not that of the asset list. */
export function listAt(path: string): AssetList | undefined {
  const [place, query] = path.split('?')
  return place === paths.enigma ? readList(Object.fromEntries(new URLSearchParams(query))) : undefined
}
