import type { PageKind } from '../../../content/collections.ts'
import type { Locale } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { request, savedKinds } from '../requests.ts'
import { openDatabase } from './sqlite.ts'

export interface ContentPage {
  path: string
  title: string
  description: string
  kind: PageKind
  body: string
  /** Fields of the page that have no column of their own */
  meta: unknown
}

/** Reads the pages from the dumps of the content database, whose rows include the settings of folders. */
export async function fetchPages(locale: Locale, checksums: Map<PageKind, string>): Promise<ContentPage[]> {
  const database = await openDatabase()
  const pages: ContentPage[] = []
  for (const kind of savedKinds) {
    const collection = `${kind}_${locale}`
    for (const statement of await fetchDump(collection, checksums.get(kind) ?? '')) database.exec(statement)
    const rows = database.selectObjects(`
      select path, title, description, body, meta from _content_${collection}
      where extension = 'md' order by stem || '.' || extension`)
    for (const { path, title, description, body, meta } of rows) {
      pages.push({
        path: String(path),
        title: String(title),
        description: String(description),
        body: String(body),
        meta: JSON.parse(String(meta)),
        kind,
      })
    }
  }
  database.close()
  return pages
}

async function fetchDump(collection: string, checksum: string): Promise<string[]> {
  const address = `${href(paths.contentDumpList, { collection })}?${new URLSearchParams({ v: checksum })}`
  const response = await request(address, { credentials: 'omit' })
  const packed = Uint8Array.from(atob(await response.text()), (letter) => letter.charCodeAt(0))
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).json()
}

export async function queryPages(locale: Locale): Promise<ContentPage[]> {
  const lists = await Promise.all(
    savedKinds.map(async (kind) => {
      const collection = `${kind}_${locale}`
      const sql = `SELECT "path", "title", "description" FROM _content_${collection} WHERE ("extension" = 'md') ORDER BY stem ASC`
      const response = await request(href(paths.contentQuery, { collection }), {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sql }),
      })
      const rows: { path: string; title: string; description: string }[] = await response.json()
      return rows.map((row): ContentPage => ({ ...row, body: '', meta: {}, kind }))
    }),
  )
  return lists.flat()
}
