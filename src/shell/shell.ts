import type { SiteConfig } from '../config/site-config.ts'
import type { Locale } from '../i18n/locales.ts'
import type { Assets } from '../ui/frame.tsx'
import type { NavigationEntry } from '../ui/menus.ts'
import type { SuggestedPage } from './suggested-pages.tsx'

/** Pages of the documentation, at one version of the content. */
export interface Guides {
  version: number
  has(slug: string): boolean
  /** Finds pages that share words with an unknown path, best first. @param path  without the locale */
  suggest(locale: Locale, path: string): Promise<SuggestedPage[]>
}

/** Data that every page needs around its content */
export interface Shell {
  about: SiteConfig
  assets: Assets
  navigation: readonly NavigationEntry[]
  /** Origin of every absolute URL, without a trailing slash. Fixed, never taken from a request's Host header */
  siteUrl: string
  ticker: { url: string; path: string }
  /** ID of the build, which changes with every build; browsers compare it with that of the newest */
  buildId: string
  isDev: boolean
  /** Whether visitors may create accounts; false if omitted */
  isSignUpOpen?: boolean
  /**
   * Returns the newest guides; undefined before the content has been read. Without this function, pages link to every
   * guide.
   */
  guides?: (() => Guides | undefined) | undefined
}
