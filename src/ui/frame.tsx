import { createContext, type ReactNode, useContext } from 'react'
import type { Locale } from '../i18n/locales.ts'

/** Hashed addresses of what the browser loads. */
export interface Assets {
  css: string
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
  runtime: RuntimeConfig
  /** One entry per locale, for the language switcher. */
  translations: Translation[]
  isDev: boolean
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
