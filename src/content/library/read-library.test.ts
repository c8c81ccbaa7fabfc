import { expect, test } from 'bun:test'
import { categories, createTestSite, page } from '../../../tests/site.ts'
import { openDb } from '../../db/client.ts'
import { locales } from '../../i18n/locales.ts'
import { listPicturesUsed, listStoredWarnings, readStamps } from '../ingest/queries.ts'
import { listHashes, queryRunnerOf } from '../protocol/queries.ts'
import { collectionSchemas } from '../protocol/schema.ts'
import { countPages, listArticlesAfter, listDocsAfter, listPaths, rowsAtOnce } from '../queries.ts'
import type { NavigationNode } from './navigation.ts'
import { readLibrary } from './read-library.ts'

const start = { version: -1, path: '' }

test('an edit of only the text is reported by its address, and the tree is reused', async () => {
  const site = await createTestSite({
    files: {
      ...categories,
      'ru/docs/a.md': page({ title: 'A' }),
      'en/docs/b.md': page({}),
      'ru/blog/news/x.md': page({ date: '2026-01-01' }),
    },
  })
  const first = await readLibrary(site.db)
  expect(first.texts).toBeUndefined()
  await site.edit({ 'en/docs/b.md': page({}, 'Other.'), 'ru/blog/news/x.md': page({ date: '2026-01-01' }, 'Other.') })
  const { library, texts } = await readLibrary(site.db, first.library)
  expect(texts).toEqual(['/blog/news/x', '/docs/b'])
  expect(library.byLocale.en.tree).toBe(first.library.byLocale.en.tree)
  expect(library.version).toBe(first.library.version + 1)
  expect((await readLibrary(site.db, library)).texts).toEqual([])
  await site.close()
})

test('a changed title rebuilds only its own section of the tree', async () => {
  const file = (section: number, title: string) => ({ [`ru/docs/${section}.s${section}/1.a.md`]: page({ title }) })
  const site = await createTestSite({ files: { ...file(1, 'A'), ...file(2, 'B'), ...file(3, 'C') } })
  const { library: before } = await readLibrary(site.db)
  await site.edit(file(2, 'Other'))
  const { library, texts } = await readLibrary(site.db, before)
  expect(texts).toBeUndefined()
  const [old, tree] = [before, library].map(({ byLocale }) => byLocale.ru.tree)
  expect(tree?.[1]?.children.map(({ title }) => title)).toEqual(['Other'])
  expect(tree?.[0]).toBe(old?.[0] as NavigationNode)
  expect(tree?.[2]).toBe(old?.[2] as NavigationNode)
  expect(library).toEqual((await readLibrary(site.db)).library)
  await site.close()
})

const edits: { what: string; files: Record<string, string | null> }[] = [
  { what: 'a title', files: { 'ru/docs/a.md': page({ title: 'B' }) } },
  { what: 'a description', files: { 'ru/docs/a.md': page({ title: 'A', description: 'Other.' }) } },
  { what: 'a page that goes', files: { 'ru/docs/a.md': null } },
  { what: 'a page that comes', files: { 'ru/docs/b.md': page({}) } },
  { what: 'settings of a folder', files: { 'ru/docs/.navigation.yml': 'title: Other\n' } },
  { what: 'a category', files: { 'ru/categories/news.yml': 'title: Other\n' } },
  {
    what: 'how long an article takes',
    files: { 'ru/blog/news/x.md': page({ date: '2026-01-01' }, 'word '.repeat(900)) },
  },
]

test.each(edits)('a change beyond texts is detected: $what', async ({ files }) => {
  const before = { 'ru/docs/a.md': page({ title: 'A' }), 'ru/blog/news/x.md': page({ date: '2026-01-01' }) }
  const site = await createTestSite({ files: { ...categories, ...before } })
  const { library } = await readLibrary(site.db)
  await site.edit(files)
  const after = await readLibrary(site.db, library)
  expect(after.texts).toBeUndefined()
  expect(after.library).toEqual({ ...(await readLibrary(site.db)).library })
  await site.close()
})

test('thousands of pages are read in pieces', async () => {
  const site = await createTestSite({ files: { 'ru/docs/1.a.md': page({}), 'ru/docs/2.b.md': page({}) } })
  const some = await listDocsAfter(site.db, 'ru', start)
  const [first] = some
  if (!first) throw new Error('There is no page')
  expect(await listDocsAfter(site.db, 'ru', first)).toEqual(some.slice(1))
  expect(rowsAtOnce).toBe(500)
  await site.close()
})

test('no list reads the texts of pages: all use covering indexes', async () => {
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({}) } })
  const asked: string[] = []
  const observer = { ran: (text: string) => void asked.push(text), waited: () => {}, wasBusy: () => {} }
  const db = await openDb({ url: `file:${site.dataDir}/content.db`, readOnly: true, observer })
  asked.length = 0
  for (const locale of locales) {
    await listDocsAfter(db, locale, start)
    await listArticlesAfter(db, locale, start)
    for (const kind of ['docs', 'blog'] as const) {
      await countPages(db, kind, locale)
      await listPaths(db, kind, locale)
    }
  }
  for (const schema of collectionSchemas.filter(({ type }) => type === 'page'))
    await listHashes(queryRunnerOf(db), schema)
  await readStamps(db)
  await listStoredWarnings(db)
  await listPicturesUsed(db)
  const statements = [...new Set(asked)]
  expect(statements.length).toBe(19)
  const plans = await Promise.all(
    statements.map(async (statement) => {
      const args = Array.from(statement.matchAll(/\?/g), () => null)
      const { rows } = await site.db.client.execute({ sql: `explain query plan ${statement}`, args })
      return rows.map(({ detail }) => String(detail))
    }),
  )
  expect(plans.flat().filter((step) => !step.includes('COVERING INDEX'))).toEqual([])
  await db.close()
  await site.close()
})
