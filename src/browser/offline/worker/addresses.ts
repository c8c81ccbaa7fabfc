import type { PageKind } from '../../../content/collections.ts'
import { type Locale, locales, localised } from '../../../i18n/locales.ts'
import { paths } from '../../../paths.ts'

export function pagesToSave(locale: Locale, pages: { path: string; kind: PageKind }[]): string[] {
  const own = [paths.home, paths.docs, paths.blog, paths.search].map((path) => localised(locale, path))
  // An article's folder is the page of its category.
  const categories = pages.filter(({ kind }) => kind === 'blog').map(({ path }) => path.replace(/\/[^/]*$/, ''))
  // For readers who go to the other language: its offline page says that it is not saved.
  const offline = locales.map((each) => localised(each, paths.offline))
  return [...new Set([...own, ...pages.map(({ path }) => path), ...categories, ...offline])]
}

/**
 * Files that a text needs: pictures in the width of their `src`; for a style sheet or a script, the hashed files it
 * names.
 */
export function filesIn(text: string, type: string): string[] {
  if (type.includes('html')) return [...found(text, assetOfPage), ...found(text, pictureOfPage), '/favicon.svg']
  return /css|javascript/.test(type) ? found(text, assetOfFile) : []
}

const assetOfPage = /<(?:link|script)\b[^>]*?\s(?:href|src)="(\/assets\/[^"]+)"/g
const pictureOfPage = /<img\b[^>]*?\ssrc="(\/[^"/][^"]*)"/g
const assetOfFile = /(\/assets\/[\w-]+(?:\.[\w-]+)+)/g

function found(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, address = '']) => address))]
}
