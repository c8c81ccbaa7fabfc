import { type Library, localesOf } from '../../content/library/library.ts'
import { type Locale, locales, localised, splitLocale } from '../../i18n/locales.ts'
import { href, paths, withSlash } from '../../paths.ts'
import { alternatesOf } from '../../shell/head.ts'
import { xml } from './xml.ts'

interface Entry {
  path: string
  existsIn: Locale[]
  /** Time of the page's last change, an ISO instant */
  lastmod?: string | undefined
}

/** Max number of URLs per sitemap file, set by the protocol: https://www.sitemaps.org/protocol.html */
const maxAddresses = 50_000

export interface SitemapRequest {
  siteUrl: string
  locale: Locale
  library: Library
  endsWithSlash: boolean
  /** Number of the part, from 1; without it, the result is the only part, or the index of all parts */
  part?: number | undefined
}

/**
 * Builds the sitemap of one language: public pages with their alternates in other languages, without hidden pages
 * (`robots`, `sitemap: false`). Returns undefined for a part that does not exist.
 */
export function sitemap({ siteUrl, locale, library, endsWithSlash, part }: SitemapRequest): string | undefined {
  const entries = entriesOf(locale, library)
  const parts = Math.max(1, Math.ceil(entries.length / maxAddresses))
  if (part === undefined && parts > 1) return sitemapIndex(siteUrl + localised(locale, paths.sitemap), parts)
  if (part !== undefined && !(part >= 1 && part <= parts)) return undefined
  const from = ((part ?? 1) - 1) * maxAddresses
  const urls = entries.slice(from, from + maxAddresses).map(({ path, existsIn, lastmod }) => {
    const absolute = (own: Locale) => {
      const address = siteUrl + localised(own, path)
      return endsWithSlash ? withSlash(address) : address
    }
    const alternates = alternatesOf(existsIn, absolute).map(
      ({ hreflang, href }) => xml`    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>\n`,
    )
    const modified = lastmod ? xml`    <lastmod>${dayOrInstant(lastmod)}</lastmod>\n` : ''
    return `  <url>\n${xml`    <loc>${absolute(locale)}</loc>\n`}${modified}${alternates.join('')}  </url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
}

function sitemapIndex(address: string, parts: number): string {
  const maps = Array.from({ length: parts }, (_, at) => `  <sitemap><loc>${address}?part=${at + 1}</loc></sitemap>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${maps.join('')}</sitemapindex>
`
}

function entriesOf(locale: Locale, library: Library): Entry[] {
  const { docs, articles, categories } = library.byLocale[locale]
  const everywhere = [...locales]
  const latest = articles[0]?.date
  return [
    { path: paths.home, existsIn: everywhere, lastmod: latest },
    { path: paths.blog, existsIn: everywhere, lastmod: latest },
    { path: paths.tryStrategy, existsIn: everywhere },
    ...[...categories.values()].map(({ slug }) => ({
      path: href(paths.blogCategory, { category: slug }),
      existsIn: locales.filter((own) => library.byLocale[own].categories.has(slug)),
      lastmod: articles.find(({ category }) => category === slug)?.date,
    })),
    ...articles.filter(isListed).map((row) => entryOf(library, 'blog', row.path, row.date)),
    ...[...docs.values()].filter(isListed).map((row) => entryOf(library, 'docs', row.path, row.updated ?? undefined)),
  ]
}

function entryOf(library: Library, kind: 'docs' | 'blog', address: string, lastmod?: string): Entry {
  const { path } = splitLocale(address)
  const existsIn = localesOf(library, kind, path)
  return { path, existsIn, lastmod }
}

export function isListed({ robots, sitemap }: { robots: string | null; sitemap: string | null }): boolean {
  return sitemap !== 'false' && robots !== 'false' && !robots?.includes('noindex')
}

/** Formats an instant for the sitemap: midnight UTC as a date without time. */
function dayOrInstant(iso: string): string {
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.replace(/\.\d+Z$/, 'Z')
}
