import { expect, test } from 'bun:test'
import { createSearchIndex, type TestPage } from '../../../tests/search-index.ts'
import { openDb } from '../../db/client.ts'
import { searchContent } from './search.ts'

const pages: TestPage[] = [
  { path: '/docs/backups', title: 'Backups', text: 'Restore a backup.', headings: { Copies: 'Of the database.' } },
  { path: '/docs/proxy', title: 'Reverse proxy', text: 'Configure nginx.', headings: { Headers: 'It forwards them.' } },
  { path: '/docs/update', title: 'Updates', text: 'Restore the database after an update.', keywords: ['upgrading'] },
]

test('a search takes at most six SQL statements, one of them for all words of the query', async () => {
  const index = await createSearchIndex('en', ...pages)
  const statements: string[] = []
  const observer = { ran: (sql: string) => void statements.push(sql), waited: () => {}, wasBusy: () => {} }
  const db = await openDb({ url: `file:${index.db.file}`, observer })
  const statementsOf = async (query: string) => {
    statements.length = 0
    const { total } = await searchContent(db, { locale: 'en', query })
    const ofWords = statements.filter((sql) => /search_words|search_variants|search_synonyms/.test(sql))
    return { isFound: total > 0, statements: statements.length, ofWords: ofWords.length }
  }
  const found = [
    'backups',
    'conf',
    'configre',
    'ыуфкср бэкап backupp',
    'restore database after update',
    '"reverse proxy"',
  ]
  const long =
    'how to restorr the databse from a backup copy after a failed upgrading of nginx and reverse-proxy headers'
  for (const query of [...found, long]) {
    const counted = await statementsOf(query)
    expect(counted, query).toMatchObject({ isFound: true, ofWords: 1 })
    expect(counted.statements, query).toBeLessThanOrEqual(6)
  }
  // The second statement looks for words to offer.
  for (const query of ['zzzzqqq xxxyyy', 'purtfollyo'])
    expect(await statementsOf(query), query).toEqual({ isFound: false, statements: 2, ofWords: 2 })
  await db.close()
  await index.close()
})
