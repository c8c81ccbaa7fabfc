import type { MessageKey } from '../i18n/translate.ts'

/** All menus, with the additional fields that their entries need besides a label and a path. */
interface Menus {
  /** Menu in the header of pages that are the same for all readers */
  site: object
  app: { isForAdmins?: boolean }
  /** Menu behind the name of the signed-in user */
  user: { icon: string; isForAdmins?: boolean }
  bots: { icon: string; isFor?: 'visitors' | 'users' }
  admin: { icon: string }
}

export type Menu = keyof Menus

export type NavigationEntry = {
  [Name in Menu]: {
    menu: Name
    /** Path of the entry without the locale prefix; a page with this path must exist */
    path: string
    label: MessageKey
    /** Number that determines the position in the menu, whichever module adds the entry */
    order: number
    /** Whether pages below the path belong to other entries */
    isAlone?: boolean
    /** Other paths whose pages also belong to the entry, so that it is marked on them */
    beside?: readonly string[]
  } & Menus[Name]
}[Menu]
