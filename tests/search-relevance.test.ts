import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectionOf } from '../src/content/collections.ts'
import { readPage } from '../src/content/ingest/read-page.ts'
import { listContentFiles } from '../src/content/ingest/read-source.ts'
import { indexStatements } from '../src/content/search/queries.ts'
import { searchContent } from '../src/content/search/search.ts'
import { searchSections } from '../src/content/sections.ts'
import { type Db, openDb } from '../src/db/client.ts'
import { migrateDb } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations.ts'
import type { Locale } from '../src/i18n/locales.ts'
import { englishCases, type RelevanceCase, russianCases } from './search-relevance-queries.ts'

const contentDir = join(import.meta.dir, '../content')
/** Reading the whole site takes seconds on a busy machine, in ms. */
const patience = 60_000

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-relevance-'))
  db = await openDb({ url: `file:${join(folder, 'content.db')}` })
  await migrateDb(db, migrations.content)
  for (const file of await listContentFiles(contentDir)) await indexFile(file)
}, patience)
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

async function indexFile(file: string): Promise<void> {
  const collection = collectionOf(file)
  if (collection?.kind !== 'docs' && collection?.kind !== 'blog') return
  const result = readPage(collection, file, readFileSync(join(contentDir, file), 'utf8'))
  if (result.status === 'broken') throw new Error(`${file} is broken`)
  const { common, body, publishAt = 0 } = result.page
  if (common.draft || publishAt > Date.now()) return
  const { locale, kind } = collection
  const sections = searchSections({ ...common, body })
  await db.writeBatch(indexStatements(db, { locale, kind, path: common.path, title: common.title, sections }))
}

test.each([
  ['ru', russianCases],
  ['en', englishCases],
] satisfies [Locale, RelevanceCase[]][])(
  'a reader of %s finds the right page first, nineteen times of twenty',
  async (locale, cases) => {
    const misses: string[] = []
    for (const [query, wanted] of cases) {
      const { groups } = await searchContent(db, { locale, query })
      const first = groups[0]?.path
      if (first !== wanted)
        misses.push(`«${query.slice(0, 60)}»: ${first ?? 'nothing'} instead of ${wanted ?? 'nothing'}`)
    }
    const allowed = Math.floor(cases.length / 20)
    if (misses.length > 0) process.stdout.write(`${misses.length} of ${cases.length} missed\n${misses.join('\n')}\n`)
    expect(cases.length).toBeGreaterThanOrEqual(44)
    expect(misses.length).toBeLessThanOrEqual(allowed)
  },
  patience,
)
