import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { searchContent } from '../src/content/search/search.ts'
import { type Db, openDb } from '../src/db/client.ts'
import type { Locale } from '../src/i18n/locales.ts'
import { openPreparedSite } from './e2e/prepared-site.ts'
import { englishCases, type RelevanceCase, russianCases } from './search-relevance-queries.ts'

setDefaultTimeout(60_000)

let folder: string
/** The search index after an ingest of the whole site */
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-relevance-'))
  const { dataDir } = await openPreparedSite(folder)
  const file = join(folder, 'content.db')
  await cp(join(dataDir, 'content.db'), file)
  db = await openDb({ url: `file:${file}` })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['ru', russianCases],
  ['en', englishCases],
] satisfies [Locale, RelevanceCase[]][])(
  'the right page is found first for nineteen of twenty queries in %s',
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
)
