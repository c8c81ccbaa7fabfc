import { type Locale, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import type { Frame } from '../frame.tsx'

/** Whether it is one of the pages that have everything around their contents in common. */
export function isReading({ isApp, viewer, section }: Frame): boolean {
  return !isApp && viewer === undefined && section !== 'search'
}

/** Where such pages are: the first address is one page, at and below the others are many. */
export function readingRoots(locale: Locale): string {
  return [paths.home, paths.docs, paths.blog].map((path) => localised(locale, path)).join(' ')
}
