import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { load } from '../../../tests/golden.ts'
import { countOpenFiles } from '../../../tests/open-files.ts'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { until } from '../../../tests/until.ts'
import { createVersionReader, readCollectionState } from './collection-state.ts'
import { packDump } from './pack-dump.ts'
import { openSnapshot, queryRunnerOf } from './queries.ts'
import { createDumpCache, type Dump } from './routes.ts'
import { findSchema } from './schema.ts'

setDefaultTimeout(60_000)

const schemaOf = (name: string) => {
  const schema = findSchema(name)
  if (!schema) throw new Error(`There is no collection ${name}`)
  return schema
}
const [docs, english] = [schemaOf('docs_ru'), schemaOf('docs_en')]

/** Pages of the test, more than are read at once */
const pages = Array.from({ length: 40 }, (_, n) => [`ru/docs/${n}.page-${n}.md`, page({ title: `Страница ${n}` })])
let site: TestSite
beforeAll(async () => {
  const more = { 'en/docs/1.start.md': page({ title: 'Start' }) }
  site = await createTestSite({ files: { ...categories, ...Object.fromEntries(pages), ...more } })
})
afterAll(() => site.close())

const keep = (maxBytes?: number) =>
  createDumpCache({ db: site.db, versionsOf: createVersionReader(site.db), maxBytes: maxBytes ?? 1e6 })

async function textOf({ bytes }: Dump): Promise<string> {
  return gunzipSync(Buffer.concat(await Array.fromAsync(bytes.read()))).toString()
}

const titles = (text: string) => load(text.split('\n')).map(({ title }) => title)

test('concurrent and later readers share one dump', async () => {
  const dumps = keep()
  const [first, second] = await Promise.all([dumps.find(docs, 'lines'), dumps.find(docs, 'lines')])
  expect(second).toBe(first)
  const [one, other] = await Promise.all([textOf(first), textOf(second)])
  expect(other).toBe(one)
  expect(titles(one)).toHaveLength(40)
  expect(await dumps.find(docs, 'lines')).toBe(first)
  expect(await dumps.find(docs, 'list')).not.toBe(first)
})

test('an edit makes a new dump of its own collection only', async () => {
  const dumps = keep()
  const [before, other] = [await dumps.find(docs, 'lines'), await dumps.find(english, 'lines')]
  await textOf(before)
  await site.edit({ 'ru/docs/3.page-3.md': page({ title: 'Правка' }) })
  expect(await dumps.find(english, 'lines')).toBe(other)
  const after = await dumps.find(docs, 'lines')
  expect(after.versions.content).not.toBe(before.versions.content)
  expect(titles(await textOf(after))).toContain('Правка')
  expect(titles(await textOf(before))).not.toContain('Правка')
})

test('the cache is limited: the least recently used dump is evicted', async () => {
  const one = await keep().find(docs, 'lines')
  await textOf(one)
  const dumps = keep(one.bytes.size() * 1.5)
  const first = await dumps.find(docs, 'lines')
  await textOf(first)
  const second = await dumps.find(docs, 'list')
  await textOf(second)
  expect(await dumps.find(docs, 'list')).toBe(second)
  expect(await dumps.find(docs, 'lines')).not.toBe(first)
  expect(dumps.size()).toBeLessThanOrEqual(one.bytes.size() * 1.5)
})

test('a dump is a single snapshot, whatever is edited meanwhile', async () => {
  const snapshot = openSnapshot(site.db)
  const state = await readCollectionState(snapshot.runQuery, docs)
  const file = 'ru/docs/30.page-30.md'
  await site.edit({ 'ru/docs/4.page-4.md': page({ title: 'Вторая правка' }), [file]: null })
  const packed: Uint8Array[] = []
  const dump = { ...state, schema: docs, form: 'lines' } as const
  await packDump(snapshot.runQuery, dump, (bytes) => packed.push(bytes))
  snapshot.close()
  const found = titles(gunzipSync(Buffer.concat(packed)).toString())
  expect(found).toHaveLength(40)
  expect(found).not.toContain('Вторая правка')
  // A database server answers each query from its newest state: a dump made during a change ends with an error and is
  // not cached.
  await expect(packDump(queryRunnerOf(site.db), dump, () => {})).rejects.toThrow('has changed while it was dumped')
  await site.edit({ [file]: page({ title: 'Страница 30' }) })
})

test('connections of finished dumps do not stay open', async () => {
  const { file = '' } = site.db
  const before = countOpenFiles(file)
  for (let times = 0; times < 40; times++) {
    const snapshot = openSnapshot(site.db)
    await readCollectionState(snapshot.runQuery, docs)
    snapshot.close()
    await new Promise(setImmediate)
  }
  // Each unclosed snapshot would hold two files open until a later garbage collection; the concurrent collection misses
  // a few.
  await until(() => countOpenFiles(file) < before + 40)
})

test('a dump that fails is not cached', async () => {
  const broken = { ...docs, table: 'none' }
  const dumps = keep()
  await expect(dumps.find(broken, 'lines')).rejects.toThrow('none')
  expect(dumps.size()).toBe(0)
  expect(titles(await textOf(await dumps.find(docs, 'lines')))).toHaveLength(40)
})
