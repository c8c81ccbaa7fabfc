import { splitLocale } from '../i18n/locales.ts'
import { useFrame } from './frame.tsx'
import type { Menu, NavigationEntry } from './menus.ts'

type EntryOf<Name extends Menu> = Extract<NavigationEntry, { menu: Name }>

export type MenuEntry<Name extends Menu> = EntryOf<Name> & {
  /** Whether the page is at the entry's address (`here`) or below it */
  place: 'here' | 'below' | undefined
}

export function useMenu<Name extends Menu>(menu: Name): MenuEntry<Name>[] {
  const { navigation, path } = useFrame()
  const page = splitLocale(path).path
  const isIn = (entry: NavigationEntry): entry is EntryOf<Name> => entry.menu === menu
  return navigation
    .filter(isIn)
    .sort((one, other) => one.order - other.order)
    .map((entry) => ({ ...entry, place: placeOf(page, entry) }))
}

function placeOf(page: string, { path, isAlone, beside = [] }: NavigationEntry): MenuEntry<Menu>['place'] {
  if (page === path) return 'here'
  const roots = isAlone ? beside : [path, ...beside]
  return roots.some((root) => `${page}/`.startsWith(`${root}/`)) ? 'below' : undefined
}
