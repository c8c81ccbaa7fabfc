import { createContext, type ReactNode, useContext } from 'react'
import type { Analytics } from '../config/site-config.ts'
import type { Locale } from '../i18n/locales.ts'
import type { NavigationEntry } from './menus.ts'

/** Hashed URLs of files that the browser loads. */
export interface Assets {
  css: string
  appCss: string
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
  /** An administrator impersonates this user */
  isImpersonated: boolean
  /** Accent color, `#rrggbb`; null for the default */
  accent: string | null
  /** Warnings the owner has not seen: somebody else tried the account, or a new device signed in */
  hasWarnings: boolean
}

interface Translation {
  locale: Locale
  /** URL of the same page in that language; absent if there is none. */
  href?: string
}

export interface Frame {
  locale: Locale
  /** Requested path with its locale prefix, without the query. */
  path: string
  section: 'home' | 'docs' | 'blog' | 'search' | 'none'
  siteName: string
  siteDescription: string
  separator: string
  twitter: string | undefined
  endsWithSlash: boolean
  /** Interval at which open pages check for a newer build; 0 disables the check */
  buildCheckSeconds: number
  /** Paths that redirect to pages of the site; `/old*` includes all below it. `!/old` needs a full page load */
  redirects: readonly string[]
  assets: Assets
  isApp: boolean
  /** Whether the content has a documentation page; if undefined, assume that it has */
  hasGuide?: ((slug: string) => boolean) | undefined
  /** Leaves out the frame around the page, which the reader already has */
  isPart?: boolean
  runtime: RuntimeConfig
  translations: Translation[]
  isDev: boolean
  navigation: readonly NavigationEntry[]
  /** Absent on pages that are the same for everyone: the browser asks for it later */
  viewer?: Viewer | undefined
  analytics?: Analytics
  /** Device flags of the viewer's browser: `desktop windows chrome` */
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
