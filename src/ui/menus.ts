import type { MessageKey } from '../i18n/translate.ts'

/** All menus, with what their entries need besides a label and a path. */
interface Menus {
  /** Header of pages that are the same for everyone */
  site: object
  app: { isForAdmins?: boolean }
  /** Menu behind the name of the signed-in user */
  user: { icon: string; isForAdmins?: boolean }
  bots: { icon: string }
  admin: { icon: string }
  /** Links of the first screen to other screens */
  tools: { icon: string }
  'places-admin': Place
  'places-own': Place
  'places-reading': Place
}

interface Place {
  icon: string
  text: MessageKey | ((user: PlaceUser) => MessageKey)
}

export interface PlaceUser {
  hasSecondFactor: boolean
}

export type Menu = keyof Menus

export type NavigationEntry = {
  [Name in Menu]: {
    menu: Name
    /** Without the locale prefix; a page there must exist */
    path: string
    label: MessageKey
    /** Position in the menu, whichever module adds the entry */
    order: number
    /** Whether pages below the path belong to other entries */
    isAlone?: boolean
    /** Other paths whose pages belong to the entry */
    beside?: readonly string[]
  } & Menus[Name]
}[Menu]
