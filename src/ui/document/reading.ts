import { type Locale, localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import type { Frame } from '../frame.tsx'
import type { PageHead } from '../page-head.ts'

/** Whether it is one of the pages that have everything around their contents in common. */
export function isReading({ isApp, viewer, section }: Frame, { colorMode }: PageHead): boolean {
  return !isApp && viewer === undefined && section !== 'search' && colorMode === undefined
}

/** Where such pages are: the first address is one page, at and below the others are many. */
export function readingRoots(locale: Locale): string {
  return [paths.home, paths.docs, paths.blog].map((path) => localised(locale, path)).join(' ')
}
