import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { Database } from '@sqlite.org/sqlite-wasm'
import type { IndexedPage } from '../../../content/search/index-queries.ts'
import { searchContent } from '../../../content/search/search.ts'
import { contentMigrations } from '../../../db/content-migrations.ts'
import { readerOf, upgradeIndex, writeIndex } from './index-queries.ts'
import { exportDatabase, openDatabase } from './sqlite.ts'

// In the browser, the worker reads SQLite's WebAssembly from the cache; here the fake cache reads its file.
beforeAll(() => Object.assign(globalThis, { caches: { match: async (path: string) => new Response(Bun.file(path)) } }))
afterAll(() => Reflect.deleteProperty(globalThis, 'caches'))

let database: Database | undefined
afterEach(() => database?.close())

const pages = ['Bots', 'Orders'].map((title): IndexedPage => {
  const path = `/en/docs/${title.toLowerCase()}`
  const sections = [{ id: path, title, titles: [], level: 1, content: 'Of bots that trade on paper.' }]
  return { locale: 'en', path, title, kind: 'docs', keywords: [], links: [], sections }
})

async function searchIn(kept: Database) {
  const { groups } = await searchContent(readerOf(kept), { locale: 'en', query: 'bots paper' })
  return groups.map(({ path }) => path)
}

test('an index saved by an older build is upgraded and searched', async () => {
  const older = await openDatabase()
  await writeIndex(older, pages)
  older.exec('drop table search_links; pragma user_version = 0')
  database = await openDatabase(await exportDatabase(older))
  older.close()
  await expect(searchIn(database)).rejects.toThrow('search_links')
  upgradeIndex(database)
  expect(await searchIn(database)).toEqual(['/en/docs/bots', '/en/docs/orders'])
})

test('an index of this build is opened as it is', async () => {
  const written = await openDatabase()
  await writeIndex(written, pages)
  database = await openDatabase(await exportDatabase(written))
  written.close()
  upgradeIndex(database)
  expect(database.selectValue('pragma user_version')).toBe(contentMigrations.length)
  expect(await searchIn(database)).toEqual(['/en/docs/bots', '/en/docs/orders'])
})
