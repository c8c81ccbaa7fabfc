import type { Locale } from '../../i18n/locales.ts'

/** Prefix of the names of all our caches, which are removed when the user switches offline documentation off. */
export const cachePrefix = 'kurs-'
/** Prefixes of two caches that exist once per build: visited pages, and the files that these pages show. */
export const visitedPrefix = 'kurs-visited-'
export const filesPrefix = 'kurs-files-'
/**
 * Prefix of the caches of saved documentation, one per version. Two versions exist while a newer one is being saved.
 */
export const versionPrefix = 'kurs-kept-'

export function versionPrefixOf(locale: Locale): string {
  return `${versionPrefix}${locale}-`
}

/** Addresses of other data in the cache of a saved version; no page has these addresses. */
export const versionAddresses = {
  note: '/__kept/note.json',
  /** Database for the search; absent if SQLite could not run when the version was saved */
  index: '/__kept/search.db',
}
