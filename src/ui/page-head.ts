import type { CodeFont } from './frame.tsx'

/** Metadata of a page for browsers, crawlers and link previews. URLs are absolute. */
export interface PageHead {
  /** Title of the page without the site's name; the document adds `{separator} {site}`. */
  title: string
  description: string
  canonical: string
  alternates: Alternate[]
  type: 'website' | 'article'
  /** Preview image of the page; `alt` defaults to the site's description. */
  image?: { src: string; width: number; height: number; alt?: string }
  publishedAt?: string
  modifiedAt?: string
  isHiddenFromCrawlers?: boolean
  /** Color mode that the page forces, whatever the reader has chosen; `system` only logs a warning */
  colorMode?: 'light' | 'dark' | 'system'
  feed?: string
  markdown?: string
  /** Whether the scroll position stays when the reader comes from another page of the site */
  keepsScroll?: boolean
  /**
   * Font faces of the code on the page. They are preloaded, because each face that arrives later causes another layout
   */
  codeFonts?: CodeFont[]
  /** Whether navigation to and from the page always loads a full document */
  isLoadedWhole?: boolean
  /** Whether leaving the page always loads a full document, although the page can be swapped in */
  isLeftWhole?: boolean
  /** Hosts whose pages this page embeds; navigation to and from such a page loads a full document */
  embeds?: readonly string[]
  jsonLd: Record<string, unknown>[]
}

export interface Alternate {
  /** Value of the attribute `hreflang`: `x-default`, `ru`, `ru-RU`, `en`, `en-US` */
  hreflang: string
  href: string
}
