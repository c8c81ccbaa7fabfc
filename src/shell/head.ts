import { defaultLocale, type Locale, languageTags, locales, localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import type { Alternate, PageHead } from '../ui/page-head.ts'
import { withoutCodeMarks } from '../ui/titles/code-marks.ts'

export interface HeadRequest {
  siteUrl: string
  locale: Locale
  path: string
  title?: string
  description: string
  existsIn?: Locale[]
  more?: Partial<
    Pick<
      PageHead,
      | 'type'
      | 'image'
      | 'publishedAt'
      | 'modifiedAt'
      | 'isHiddenFromCrawlers'
      | 'keepsScroll'
      | 'colorMode'
      | 'codeFonts'
      | 'isLoadedWhole'
      | 'isLeftWhole'
      | 'embeds'
      | 'jsonLd'
      | 'feed'
      | 'markdown'
    >
  >
  breadcrumbs?: { title: string; path?: string }[]
}

/**
 * Builds the metadata of a page. If its text is in the other language, the canonical URL is that of the original;
 * alternates list existing pages only.
 */
export function pageHead({
  siteUrl,
  locale,
  path,
  title,
  description,
  existsIn = [...locales],
  more,
  breadcrumbs,
}: HeadRequest): PageHead {
  const absolute = (own: Locale) => siteUrl + localised(own, path)
  const original = existsIn.includes(locale) ? locale : (existsIn[0] ?? locale)
  return {
    title: withoutCodeMarks(title ?? titleFromPath(path) ?? ''),
    description: withoutCodeMarks(description),
    canonical: absolute(original),
    alternates: alternatesOf(existsIn, absolute),
    type: 'website',
    image: { src: `${siteUrl}/og-${locale}.png`, width: 1200, height: 630 },
    feed: siteUrl + localised(locale, paths.blogFeed),
    ...withoutAbsent(more),
    jsonLd: [...(more?.jsonLd ?? []), ...(breadcrumbs ? [breadcrumbList(siteUrl, breadcrumbs)] : [])],
  }
}

/** Lists the alternates of a page: x-default, then each language with and without its region. */
export function alternatesOf(existsIn: Locale[], absolute: (locale: Locale) => string): Alternate[] {
  const fallback = existsIn.includes(defaultLocale) ? defaultLocale : existsIn[0]
  if (!fallback) return []
  return [
    { hreflang: 'x-default', href: absolute(fallback) },
    ...locales
      .filter((locale) => existsIn.includes(locale))
      .flatMap((locale) => [
        { hreflang: locale, href: absolute(locale) },
        { hreflang: languageTags[locale], href: absolute(locale) },
      ]),
  ]
}

function breadcrumbList(siteUrl: string, crumbs: { title: string; path?: string }[]): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ title, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: withoutCodeMarks(title),
      ...(path ? { item: siteUrl + path } : {}),
    })),
  }
}

/** Makes a title from a path: `/app/paper-bots` → `Paper Bots` */
function titleFromPath(path: string): string | undefined {
  const last = path.split('/').findLast(Boolean)
  return last?.replace(/[-_]+/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
}

/** Removes undefined fields, so that the site's defaults apply. */
function withoutAbsent<Fields extends object>(fields: Fields | undefined): Partial<Fields> {
  const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Partial<Fields>
}
