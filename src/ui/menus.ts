import type { MessageKey } from '../i18n/translate.ts'

/** Every menu, and what its entries need besides a name and an address. */
interface Menus {
  /** In the header of pages that are the same for everyone */
  site: object
  app: { isForAdmins?: boolean }
  /** Behind the name of who is signed in */
  user: { icon: string; isForAdmins?: boolean }
  bots: { icon: string }
  admin: { icon: string }
  /** The first screen's way to other screens */
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
    /** Entries of a menu stand by it, whoever brings them */
    order: number
    /** Whether the pages below the address are other entries' */
    isAlone?: boolean
    /** Other addresses whose pages are among those of the entry */
    beside?: readonly string[]
  } & Menus[Name]
}[Menu]
