import type { Locale } from '../../i18n/locales.ts'

/** Prefix of all our caches; switching off removes them. */
export const cachePrefix = 'kurs-'
/** One cache of each for every build: visited pages, and the files that they show. */
export const visitedPrefix = 'kurs-visited-'
export const filesPrefix = 'kurs-files-'
/** One for each saved version of the documentation; two while a newer one is being made. */
export const versionPrefix = 'kurs-kept-'

export function versionPrefixOf(locale: Locale): string {
  return `${versionPrefix}${locale}-`
}

/** Other data of a saved version, at addresses that no page has. */
export const versionAddresses = {
  note: '/__kept/note.json',
  /** Absent if SQLite could not run */
  index: '/__kept/search.db',
}
