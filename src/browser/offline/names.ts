import type { Locale } from '../../i18n/locales.ts'

/** Every cache of ours begins so; switching off removes them all. */
export const cachePrefix = 'kurs-'
/** One for each build of the browser's files: pages that were visited, and files they show. */
export const visitedPrefix = 'kurs-visited-'
export const filesPrefix = 'kurs-files-'
/** One for each version of the documentation that a reader keeps; while a newer one is being made there are two. */
export const keptPrefix = 'kurs-kept-'

export function keptPrefixOf(locale: Locale): string {
  return `${keptPrefix}${locale}-`
}

/** What a kept version holds besides pages and files, by addresses that no page has. */
export const keptAddresses = {
  note: '/__kept/note.json',
  /** Absent where SQLite could not run */
  index: '/__kept/search.db',
}
