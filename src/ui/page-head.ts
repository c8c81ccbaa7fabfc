import type { CodeFont } from './frame.tsx'

/** Metadata of a page for browsers, crawlers and link previews. URLs are absolute. */
export interface PageHead {
  /** Without the site's name; the document adds `{separator} {site}`. */
  title: string
  description: string
  canonical: string
  alternates: Alternate[]
  type: 'website' | 'article'
  /** `alt` defaults to the site's description. */
  image?: { src: string; width: number; height: number; alt?: string }
  publishedAt?: string
  modifiedAt?: string
  isHiddenFromCrawlers?: boolean
  /** Color mode of the page, whatever the reader has chosen; `system` only logs a warning */
  colorMode?: 'light' | 'dark' | 'system'
  feed?: string
  markdown?: string
  /** Coming from another page of the site keeps the scroll position */
  keepsScroll?: boolean
  /** Faces of the code on the page: preloaded, because each face that arrives later causes another layout */
  codeFonts?: CodeFont[]
  /** Navigation to and from the page always loads a full document */
  isLoadedWhole?: boolean
  /** Hosts whose pages it embeds; navigation to and from such a page loads a full document */
  embeds?: readonly string[]
  jsonLd: Record<string, unknown>[]
}

export interface Alternate {
  /** `x-default`, `ru`, `ru-RU`, `en`, `en-US` */
  hreflang: string
  href: string
}
