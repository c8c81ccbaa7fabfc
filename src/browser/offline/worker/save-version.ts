import { searchSections } from '../../../content/body/sections.ts'
import type { PageKind } from '../../../content/collections.ts'
import { linkWordsIn } from '../../../content/ingest/links/find-links.ts'
import type { Body } from '../../../content/mdc/ast.ts'
import { keywordsOf } from '../../../content/search/index-queries.ts'
import { type Locale, locales, localised } from '../../../i18n/locales.ts'
import { paths } from '../../../paths.ts'
import type { SavedVersion } from '../messages.ts'
import { versionAddresses, versionPrefixOf } from '../names.ts'
import { fetchVersion, requestAny } from '../requests.ts'
import { type ContentPage, fetchPages, queryPages } from './content.ts'
import { writeIndex } from './index-queries.ts'
import { exportDatabase, openDatabase } from './sqlite.ts'

/** Max number of concurrent downloads: pages are small, and the reader's own requests come first. */
const atOnce = 4

interface DownloadResult {
  bytes: number
}

/**
 * Downloads pages and their files into the cache. Responses with a redirect or a 4xx status are skipped. @throws
 * NetworkError, DOMException when there is no space
 */
async function download(
  cache: Cache,
  addresses: string[],
  leadsTo: (text: string, type: string) => string[],
  onShare: (share: number) => void,
): Promise<DownloadResult> {
  const known = new Set(addresses)
  const queue = [...known]
  let bytes = 0
  let done = 0
  let share = 0
  const work = async () => {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      const response = (await cache.match(address)) ?? (await fetchInto(cache, address))
      if (response) {
        const type = response.headers.get('content-type') ?? ''
        const body = await response.arrayBuffer()
        bytes += body.byteLength
        const text = /^text\/|javascript/.test(type) ? new TextDecoder().decode(body) : ''
        for (const next of leadsTo(text, type)) {
          if (known.has(next)) continue
          known.add(next)
          queue.push(next)
        }
      }
      done++
      // Files found in downloaded pages are added to the list, but the progress must not go backwards.
      share = Math.max(share, done / known.size)
      onShare(share)
    }
  }
  // One of the parallel loops may find the queue empty and end while another loop still adds to it; that loop then does
  // the rest.
  await Promise.all(Array.from({ length: atOnce }, work))
  return { bytes }
}

/**
 * Fetches an address into the cache. No cookies are sent: a page fetched for later must not change the reader's
 * language now.
 */
async function fetchInto(cache: Cache, address: string): Promise<Response | undefined> {
  const isHashed = address.startsWith('/assets/') || address.startsWith('/images/')
  const response = await requestAny(address, { credentials: 'omit', cache: isHashed ? 'default' : 'no-cache' })
  if (!response.ok || response.redirected) return undefined
  await cache.put(address, response.clone())
  return response
}

export function pagesToSave(locale: Locale, pages: { path: string; kind: PageKind }[]): string[] {
  const own = [paths.home, paths.docs, paths.blog, paths.search].map((path) => localised(locale, path))
  // The page of a blog article's category has the article's path without its last part.
  const categories = pages.filter(({ kind }) => kind === 'blog').map(({ path }) => path.replace(/\/[^/]*$/, ''))
  // The offline pages of both languages are saved: a reader who goes to the other language sees that it is not saved.
  const offline = locales.map((each) => localised(each, paths.offline))
  return [...new Set([...own, ...pages.map(({ path }) => path), ...categories, ...offline])]
}

/**
 * Addresses of the files that a downloaded text needs. For HTML: assets, and pictures in the width of their `src`. For
 * a style sheet or a script: the hashed files that it names.
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

export interface SaveOptions {
  locale: Locale
  build: string
  hasWasm: boolean
  /** Called with the progress in percent, 0 to 100 */
  onProgress(percent: number): void
}

const percentOfIndex = 15

/**
 * Saves the newest version of the documentation. Addresses that an interrupted attempt has fetched are not fetched
 * again. @throws NetworkError, DOMException when there is no space
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
