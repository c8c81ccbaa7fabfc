import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PageKind } from '../src/content/collections.ts'
import { indexStatements, type LinkWords, type SearchSection } from '../src/content/search/index-queries.ts'
import { type SearchAnswer, searchContent } from '../src/content/search/search.ts'
import { type Db, openDb } from '../src/db/client.ts'
import type { Locale } from '../src/i18n/locales.ts'
import { putMigrated } from './migrated.ts'

/** A page by its texts: the text before the first heading, then text by heading. */
export interface TestPage {
  path: string
  title: string
  text?: string
  kind?: PageKind
  keywords?: string[]
  links?: LinkWords[]
  /** Text by heading; the heading is its anchor too. */
  headings?: Record<string, string>
}

export interface SearchIndex {
  db: Db
  /** Adds pages; replaces pages with the same path. */
  put(...pages: TestPage[]): Promise<void>
  remove(path: string): Promise<void>
  search(query: string, limit?: number): Promise<SearchAnswer>
  /** Returns the paths of the pages found, best first. */
  find(query: string): Promise<string[]>
  close(): Promise<void>
}

/** Opens the search of one language over a separate database. */
export async function createSearchIndex(locale: Locale, ...pages: TestPage[]): Promise<SearchIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-search-'))
  await putMigrated('content', folder)
  const db = await openDb({ url: `file:${join(folder, 'content.db')}` })
  const search = (query: string, limit?: number) => searchContent(db, { locale, query, limit })
  const put = async (...added: TestPage[]) => {
    for (const page of added) {
      const { path, title, kind = 'docs', keywords = [], links = [] } = page
      const indexed = { locale, path, title, kind, keywords, sections: sectionsOf(page), links }
      await db.writeBatch(indexStatements(db, [indexed]))
    }
  }
  await put(...pages)
  return {
    db,
    put,
    search,
    remove: async (path) => void (await db.writeBatch(indexStatements(db, [], [{ locale, path }]))),
    find: async (query) => (await search(query)).groups.map(({ path }) => path),
    close: async () => {
      await db.close()
      await rm(folder, { recursive: true })
    },
  }
}

function sectionsOf({ path, title, text = '', headings = {} }: TestPage): SearchSection[] {
  const below = Object.entries(headings).map(([heading, content]) => {
    return { id: `${path}#${heading}`, title: heading, titles: [title], content, level: 2 }
  })
  return [{ id: path, title, titles: [], content: text, level: 1 }, ...below]
}
