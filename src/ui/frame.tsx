import { createContext, type ReactNode, useContext } from 'react'
import type { Locale } from '../i18n/locales.ts'

/** Hashed addresses of what the browser loads. */
export interface Assets {
  css: string
  /** Styles of pages for signed-in people, on top of `css` */
  appCss: string
  js: string
  /** Fonts worth preloading: the sans face, Cyrillic and Latin. */
  fonts: string[]
}

/** Public configuration, in every page as JSON under the id `runtime-config`. */
export interface RuntimeConfig {
  tickerUrl: string
  tickerPath: string
  buildId: string
  locale: Locale
}

/** Who looks at a page that is made for them alone. */
export interface Viewer {
  name: string
  isAdmin: boolean
  /** An administrator looks at the site as this person */
  isImpersonated: boolean
  /** Colour of the interface, `#rrggbb`; null for the product's own */
  accent: string | null
}

export interface Translation {
  locale: Locale
  /** Where the same page is in that language; absent when it does not exist there. */
  href?: string
}

/** What every layout knows of the page around its content. */
export interface Frame {
  locale: Locale
  /** Path asked for, with its locale prefix, without the query. */
  path: string
  section: 'home' | 'docs' | 'blog' | 'search' | 'none'
  siteName: string
  assets: Assets
  /** Whether the page needs the styles of the app too */
  isApp: boolean
  runtime: RuntimeConfig
  /** One entry per locale, for the language switcher. */
  translations: Translation[]
  isDev: boolean
  /** Absent on pages that are the same for everyone: there the browser asks later */
  viewer?: Viewer | undefined
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
