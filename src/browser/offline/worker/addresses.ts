import type { PageKind } from '../../../content/collections.ts'
import { type Locale, locales, localised } from '../../../i18n/locales.ts'
import { paths } from '../../../paths.ts'

export function pagesToKeep(locale: Locale, pages: { path: string; kind: PageKind }[]): string[] {
  const own = [paths.home, paths.docs, paths.blog, paths.search].map((path) => localised(locale, path))
  // An article's folder is its category's page.
  const categories = pages.filter(({ kind }) => kind === 'blog').map(({ path }) => path.replace(/\/[^/]*$/, ''))
  // Who goes on to the other language is told in that language that it is not kept.
  const offline = locales.map((each) => localised(each, paths.offline))
  return [...new Set([...own, ...pages.map(({ path }) => path), ...categories, ...offline])]
}

/** Pictures in the width they have without `srcset`; of a sheet or a script the hashed files it names. */
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
