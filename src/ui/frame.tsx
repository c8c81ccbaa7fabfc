import { createContext, type ReactNode, useContext } from 'react'
import type { Analytics } from '../config/site-config.ts'
import type { Locale } from '../i18n/locales.ts'
import type { NavigationEntry } from './menus.ts'

/** Hashed addresses of what the browser loads. */
export interface Assets {
  css: string
  appCss: string
  js: string
  fonts: Fonts
}

/** The small faces, by what is written in them */
export interface Fonts {
  text: string
  latinCode: string
  cyrillicCode: string
}

export type CodeFont = Exclude<keyof Fonts, 'text'>

/** Public configuration, in every page as JSON under the id `runtime-config`. */
export interface RuntimeConfig {
  tickerUrl: string
  tickerPath: string
  buildId: string
  locale: Locale
}

export interface Viewer {
  id: string
  name: string
  isAdmin: boolean
  /** An administrator looks at the site as this person */
  isImpersonated: boolean
  /** Colour of the interface, `#rrggbb`; null for the product's own */
  accent: string | null
  /** Somebody else has tried the account, or a new device signed in, and its owner has not seen it */
  hasWarnings: boolean
}

export interface Translation {
  locale: Locale
  /** Where the same page is in that language; absent when it does not exist there. */
  href?: string
}

export interface Frame {
  locale: Locale
  /** Path asked for, with its locale prefix, without the query. */
  path: string
  section: 'home' | 'docs' | 'blog' | 'search' | 'none'
  siteName: string
  siteDescription: string
  separator: string
  twitter: string | undefined
  endsWithSlash: boolean
  /** How often open pages look for a newer build; 0: never */
  buildCheckSeconds: number
  /** Addresses from which rules lead to pages of the site; `/old*` has those below it too. `!/old`: only a browser gets there */
  redirects: readonly string[]
  assets: Assets
  isApp: boolean
  /** Whether the content has a page of the documentation; where nothing is known, it has */
  hasGuide?: ((slug: string) => boolean) | undefined
  /** What the reader has already, around the page, is left out */
  isPart?: boolean
  runtime: RuntimeConfig
  translations: Translation[]
  isDev: boolean
  navigation: readonly NavigationEntry[]
  /** Absent on pages that are the same for everyone: there the browser asks later */
  viewer?: Viewer | undefined
  analytics?: Analytics
  /** What the viewer's browser is: `desktop windows chrome` */
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
