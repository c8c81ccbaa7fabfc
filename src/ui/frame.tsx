import { createContext, type ReactNode, useContext } from 'react'
import type { Analytics } from '../config/site-config.ts'
import { type Locale, splitLocale } from '../i18n/locales.ts'
import type { Menu, NavigationEntry } from './menus.ts'

/** Areas of the app that visitors see without an account, by the name of their sheet `src/browser/visitor-<name>.css` */
export const visitorSheets = ['account', 'bots', 'charts'] as const
export type VisitorSheet = (typeof visitorSheets)[number]

/** Hashed URLs of files that the browser loads. */
export interface Assets {
  css: string
  appCss: string
  adminCss: string
  /** Sheets for visitors without an account: each is complete, and pages load no other beside it. */
  visitorCss: Record<VisitorSheet, string>
  js: string
  fonts: Fonts
}

/** Small font faces, by the text they cover */
interface Fonts {
  text: string
  latinCode: string
  cyrillicCode: string
}

export type CodeFont = Exclude<keyof Fonts, 'text'>

/** Public configuration, embedded in every page as JSON with the ID `runtime-config`. */
interface RuntimeConfig {
  tickerUrl: string
  tickerPath: string
  buildId: string
  locale: Locale
}

export interface Viewer {
  id: string
  name: string
  isAdmin: boolean
  /** Whether an administrator impersonates this user */
  isImpersonated: boolean
  /** Accent color of the user, `#rrggbb`; null for the default */
  accent: string | null
  /**
   * Whether there are warnings that the user has not seen: somebody else tried to sign in, or a new device signed in
   */
  hasWarnings: boolean
  /** Number of fired alerts that the user has not seen */
  unseenAlerts: number
}

interface Translation {
  locale: Locale
  /** URL of the page in this language; absent if the page has no such version. */
  href?: string
}

export interface Frame {
  locale: Locale
  /** Path of the request with its locale prefix, without the query. */
  path: string
  section: 'home' | 'docs' | 'blog' | 'search' | 'none'
  siteName: string
  siteDescription: string
  separator: string
  twitter: string | undefined
  endsWithSlash: boolean
  /** Interval at which open pages check for a newer build, seconds; 0 disables the check */
  buildCheckSeconds: number
  /**
   * Paths that redirect to pages of the site. `/old*` includes all paths below it; `!/old` means a path that needs a
   * full page load
   */
  redirects: readonly string[]
  assets: Assets
  isApp: boolean
  /** Sheet that the page loads for visitors without an account, instead of those of the site and the app */
  visitorSheet?: VisitorSheet | undefined
  /**
   * Function that returns whether the content has a documentation page; if it is undefined, every page is assumed to
   * exist
   */
  hasGuide?: ((slug: string) => boolean) | undefined
  /** Whether only the content is rendered, without the frame around the page, which the browser already has */
  isPart?: boolean
  runtime: RuntimeConfig
  translations: Translation[]
  isDev: boolean
  /** Whether visitors may create accounts; false if omitted */
  isSignUpOpen?: boolean | undefined
  navigation: readonly NavigationEntry[]
  /** Signed-in user; absent on pages that are the same for all readers, where the browser asks for the user later */
  viewer?: Viewer | undefined
  analytics?: Analytics
  /** Device flags of the reader's browser, such as `desktop windows chrome` */
  device?: string | undefined
}

const FrameContext = createContext<Frame | undefined>(undefined)

export interface FrameProviderProps {
  frame: Frame
  children: ReactNode
}

export function FrameProvider({ frame, children }: FrameProviderProps) {
  return <FrameContext value={frame}>{children}</FrameContext>
}

export function useFrame(): Frame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('useFrame() needs a <FrameProvider> around the page')
  return frame
}

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
