import type { ArticleView, DocsView, ReadableView } from '../content/library/views.ts'
import { type Locale, languageTags } from '../i18n/locales.ts'
import { withoutCodeMarks } from '../ui/titles/code-marks.ts'

type JsonLd = Record<string, unknown>
const context = 'https://schema.org'

export function webSite(
  siteUrl: string,
  locale: Locale,
  name: string,
  description: string,
  searchPath: string,
): JsonLd {
  return {
    '@context': context,
    '@type': 'WebSite',
    name,
    description,
    url: siteUrl,
    inLanguage: languageTags[locale],
    potentialAction: {
      '@type': 'SearchAction',
      target: `${siteUrl}${searchPath}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
}

export function techArticle(siteUrl: string, locale: Locale, page: DocsView, publisher: string): JsonLd {
  return {
    '@context': context,
    '@type': 'TechArticle',
    ...articleFields(siteUrl, locale, page, publisher),
    ...(page.updated ? { dateModified: page.updated } : {}),
  }
}

export function blogPosting(siteUrl: string, locale: Locale, article: ArticleView, publisher: string): JsonLd {
  return {
    '@context': context,
    '@type': 'BlogPosting',
    ...articleFields(siteUrl, locale, article, publisher),
    datePublished: article.date,
    articleSection: article.category.title,
    ...(article.image ? { image: siteUrl + (article.image.variants.at(-1)?.src ?? article.image.src) } : {}),
  }
}

function articleFields(siteUrl: string, locale: Locale, page: ReadableView, publisher: string): JsonLd {
  return {
    headline: withoutCodeMarks(page.title),
    ...(page.description && { description: withoutCodeMarks(page.description) }),
    url: siteUrl + page.path,
    inLanguage: languageTags[locale],
    author: organisation(siteUrl, publisher),
    publisher: organisation(siteUrl, publisher),
  }
}

function organisation(siteUrl: string, name: string): JsonLd {
  return { '@type': 'Organization', name, url: siteUrl }
}
