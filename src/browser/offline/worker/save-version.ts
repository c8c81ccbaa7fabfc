import { linkWordsIn } from '../../../content/ingest/links/link-words.ts'
import type { Body } from '../../../content/mdc/ast.ts'
import { keywordsOf } from '../../../content/search/indexing.ts'
import { searchSections } from '../../../content/sections.ts'
import type { Locale } from '../../../i18n/locales.ts'
import type { SavedVersion } from '../messages.ts'
import { versionAddresses, versionPrefixOf } from '../names.ts'
import { fetchVersion } from '../version.ts'
import { filesIn, pagesToSave } from './addresses.ts'
import { type ContentPage, fetchPages, queryPages } from './content.ts'
import { download } from './download.ts'
import { writeIndex } from './index-queries.ts'
import { exportDatabase, openDatabase } from './sqlite.ts'

export interface SaveOptions {
  locale: Locale
  build: string
  hasWasm: boolean
  /** 0 to 100 */
  onProgress(percent: number): void
}

const percentOfIndex = 15

/**
 * Does not fetch again what an interrupted attempt has fetched. @throws NetworkError, DOMException when there is no
 * room
 */
export async function saveNewestVersion({ locale, build, hasWasm, onProgress }: SaveOptions): Promise<SavedVersion> {
  const { id, checksums } = await fetchVersion(locale, build, hasWasm)
  const known = await findSavedVersion(locale)
  if (known?.id === id) return known
  const cache = await caches.open(versionPrefixOf(locale) + id)
  const pages = hasWasm ? await fetchPages(locale, checksums) : await queryPages(locale)
  const indexBytes = hasWasm ? await saveIndex(cache, locale, pages) : 0
  onProgress(percentOfIndex)
  const addresses = pagesToSave(locale, pages)
  const files = await download(cache, addresses, filesIn, (share) =>
    onProgress(percentOfIndex + Math.floor(share * (100 - percentOfIndex))),
  )
  const bytes = indexBytes + files.bytes
  const kept: SavedVersion = { id, at: new Date().toISOString(), pages: addresses.length, bytes, hasSearch: hasWasm }
  await cache.put(versionAddresses.note, Response.json(kept))
  await removeOlder(locale, id)
  return kept
}

async function findSavedVersion(locale: Locale): Promise<SavedVersion | undefined> {
  for (const cacheName of await versionsOf(locale)) {
    const note = await caches.match(versionAddresses.note, { cacheName })
    if (note) return note.json()
  }
  return undefined
}

export async function findIndex(locale: Locale): Promise<Uint8Array | undefined> {
  for (const cacheName of await versionsOf(locale)) {
    const isComplete = await caches.match(versionAddresses.note, { cacheName })
    const file = isComplete && (await caches.match(versionAddresses.index, { cacheName }))
    if (file) return new Uint8Array(await file.arrayBuffer())
  }
  return undefined
}

async function saveIndex(cache: Cache, locale: Locale, pages: ContentPage[]): Promise<number> {
  const database = await openDatabase()
  const indexed = pages.map(({ path, title, description, kind, body, meta }) => {
    const read: Body = JSON.parse(body)
    const sections = searchSections({ path, title, description, body: read })
    return { locale, path, title, kind, keywords: keywordsOf(meta), sections, links: linkWordsIn(path, read.value) }
  })
  await writeIndex(database, indexed)
  const file = await exportDatabase(database)
  database.close()
  await cache.put(versionAddresses.index, new Response(file))
  return file.byteLength
}

async function removeOlder(locale: Locale, id: string): Promise<void> {
  const older = (await versionsOf(locale)).filter((name) => name !== versionPrefixOf(locale) + id)
  await Promise.all(older.map((name) => caches.delete(name)))
}

async function versionsOf(locale: Locale): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(versionPrefixOf(locale)))
}
