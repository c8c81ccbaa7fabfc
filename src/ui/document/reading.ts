import { type Locale, locales, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import type { Frame } from '../frame.tsx'

/** Whether it is the same for everyone. */
export function isPublic({ isApp, viewer }: Frame): boolean {
  return !isApp && viewer === undefined
}

/** Whether it is one of the pages that have everything around their contents in common. */
export function isReading(frame: Frame): boolean {
  return isPublic(frame) && frame.section !== 'search'
}

/** Where such pages are: `/docs*` are the page `/docs` and all below it. Rules lead to some of them. */
export function readingRoots({ locale, redirects }: Frame): string {
  return [...rootsOf(locale), ...redirects].join(' ')
}

/** Where all public pages are, in all languages. */
export function publicRoots(): string {
  return locales.flatMap((locale) => [...rootsOf(locale), localised(locale, paths.search)]).join(' ')
}

function rootsOf(locale: Locale): string[] {
  const [home, docs, blog] = [paths.home, paths.docs, paths.blog].map((path) => localised(locale, path))
  return [`${home}`, `${docs}*`, `${blog}*`]
}
