import { splitLocale } from '../i18n/locales.ts'
import { useFrame } from './frame.tsx'
import type { Menu, NavigationEntry } from './menus.ts'

type EntryOf<Name extends Menu> = Extract<NavigationEntry, { menu: Name }>

export type MenuEntry<Name extends Menu> = EntryOf<Name> & {
  /** Whether the page is at the entry's path (`here`) or below it */
  place: 'here' | 'below' | undefined
}

export function useMenu<Name extends Menu>(menu: Name): MenuEntry<Name>[] {
  const { navigation, path } = useFrame()
  const page = splitLocale(path).path
  const isOf = (entry: NavigationEntry): entry is EntryOf<Name> => entry.menu === menu
  const entries = navigation.filter(isOf).sort((one, other) => one.order - other.order)
  return entries.map((entry) => ({ ...entry, place: placeOf(page, entry, entries) }))
}

/**
 * Position of the current page relative to a menu entry. If entries are nested, the page belongs to the deepest one.
 */
function placeOf(
  page: string,
  { path, isAlone, beside = [] }: NavigationEntry,
  entries: readonly NavigationEntry[],
): MenuEntry<Menu>['place'] {
  if (page === path) return 'here'
  const isTaken = entries.some((other) => isIn(other.path, path) && other.path !== path && isIn(page, other.path))
  const roots = isAlone ? beside : [path, ...beside]
  return !isTaken && roots.some((root) => isIn(page, root)) ? 'below' : undefined
}

const isIn = (page: string, root: string): boolean => `${page}/`.startsWith(`${root}/`)
