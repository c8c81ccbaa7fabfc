import type { ArticleView, DocsView } from '../content/views.ts'
import { type Locale, languageTags } from '../i18n/locales.ts'

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
    headline: page.title,
    description: page.description,
    url: siteUrl + page.path,
    inLanguage: languageTags[locale],
    ...(page.updated ? { dateModified: page.updated } : {}),
    author: organisation(siteUrl, publisher),
    publisher: organisation(siteUrl, publisher),
  }
}

export function blogPosting(siteUrl: string, locale: Locale, article: ArticleView, publisher: string): JsonLd {
  return {
    '@context': context,
    '@type': 'BlogPosting',
    headline: article.title,
    description: article.description,
    url: siteUrl + article.path,
    inLanguage: languageTags[locale],
    datePublished: article.date,
    articleSection: article.category.title,
    ...(article.image ? { image: siteUrl + (article.image.variants.at(-1)?.src ?? article.image.src) } : {}),
    author: organisation(siteUrl, publisher),
    publisher: organisation(siteUrl, publisher),
  }
}

export function breadcrumbList(siteUrl: string, crumbs: { title: string; path?: string }[]): JsonLd {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ title, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: title,
      ...(path ? { item: siteUrl + path } : {}),
    })),
  }
}

function organisation(siteUrl: string, name: string): JsonLd {
  return { '@type': 'Organization', name, url: siteUrl }
}
