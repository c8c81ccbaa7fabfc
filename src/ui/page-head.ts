import type { CodeFont } from './frame.tsx'

/** What a page says of itself to browsers, crawlers and link previews. Addresses are absolute. */
export interface PageHead {
  /** Without the site's name; the document adds `{separator} {site}`. */
  title: string
  description: string
  canonical: string
  alternates: Alternate[]
  type: 'website' | 'article'
  /** The site's description says what is on it, unless it says so itself. */
  image?: { src: string; width: number; height: number; alt?: string }
  publishedAt?: string
  modifiedAt?: string
  isHiddenFromCrawlers?: boolean
  /** In which the page is shown, whatever the reader has chosen; not `system`, which is warned of */
  colorMode?: 'light' | 'dark' | 'system'
  feed?: string
  markdown?: string
  /** Whoever comes from another page of the site stays where they have scrolled to */
  keepsScroll?: boolean
  /** Of what it shows as code: asked for at once, as each face that comes later has the page laid out once more */
  codeFonts?: CodeFont[]
  /** Neither takes the place of another page nor gives up its own without the document being loaded */
  isLoadedWhole?: boolean
  /** Hosts whose pages it shows within it: such a page neither takes another's place nor gives up its own */
  embeds?: readonly string[]
  jsonLd: Record<string, unknown>[]
}

export interface Alternate {
  /** `x-default`, `ru`, `ru-RU`, `en`, `en-US` */
  hreflang: string
  href: string
}
