import type { SiteConfig } from '../../config/site-config.ts'
import { listSummaries } from '../../content/article-view.ts'
import type { Library } from '../../content/library.ts'
import { type Locale, languageTags, localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { paths, withSlash } from '../../paths.ts'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { xml } from '../crawlers/xml.ts'

const feedLength = 30

/** Builds an Atom feed (RFC 4287) of the newest articles in one language. */
export function atomFeed(
  { siteUrl, about }: { siteUrl: string; about: SiteConfig },
  locale: Locale,
  library: Library,
): string {
  const pageAt = (path: string) => (about.trailingSlash ? withSlash(siteUrl + path) : siteUrl + path)
  const t = translator(locale)
  const self = siteUrl + localised(locale, paths.blogFeed)
  const blog = siteUrl + localised(locale, paths.blog)
  const articles = listSummaries(library, locale).slice(0, feedLength)
  const updated = articles[0]?.date ?? new Date(0).toISOString()
  const entries = articles.map(
    ({ path, title, description, date, category }) => xml`  <entry>
    <id>${siteUrl + path}</id>
    <title>${withoutCodeMarks(title)}</title>
    <link rel="alternate" type="text/html" href="${pageAt(path)}"/>
    <published>${date}</published>
    <updated>${date}</updated>
    <category term="${category.slug}" label="${category.title}"/>
    <summary>${withoutCodeMarks(description)}</summary>
  </entry>
`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
${xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageTags[locale]}">
  <id>${blog}</id>
  <title>${t('blog.title')} ${about.separator} ${about.name[locale]}</title>
  <subtitle>${t('blog.description')}</subtitle>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${pageAt(localised(locale, paths.blog))}"/>
  <updated>${updated}</updated>
  <author><name>${about.name[locale]}</name></author>
`}${entries.join('')}</feed>
`
}
