import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '../../db/client.ts'
import type { AstNode } from '../mdc/ast.ts'
import { collectionSchema, columnsOf, pageFields } from '../protocol/schema.ts'
import { searchSections } from './search-sections.ts'

/** A collection that the content protocol allows: rows of any extension, columns that are null. */
const schema = collectionSchema('sample', 'page', pageFields)
const bodyOf = (...value: AstNode[]) => JSON.stringify({ type: 'minimal', value })
const rows: Record<string, string>[] = [
  {
    stem: '1.nested',
    path: '/nested',
    title: 'Nested',
    description: ' Said twice. ',
    extension: 'md',
    body: bodyOf(
      ['p', {}, 'Said twice.'],
      ['p', {}, 'Said ', ['strong', {}, 'on', ['em', {}, 'ce']], '.'],
      ['card', { title: 'Prop' }, ['h3', { id: 'inner' }, 'Inner'], ['ul', {}, ['li', {}, 'a'], ['li', {}, 'b']]],
      ['h2', { id: 'outer' }, ' Outer ', ['code', {}, 'x'], ' '],
      ['p', {}, 'Said twice.'],
      ['h2', {}, 'No anchor'],
      ['style', {}, 'html .s1 { color: red }'],
    ),
  },
  { stem: '2.data', path: '/data', title: 'Data', extension: 'yml', body: '{"title":"Data"}' },
  { stem: '3.bare', extension: 'md' },
]

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-sections-'))
  db = await openDb({ url: `file:${join(folder, 'content.db')}` })
  const columns = columnsOf(schema)
  await db.client.execute(`create table ${schema.table} (${columns.map((name) => `"${name}"`).join(', ')})`)
  for (const row of rows) {
    await db.client.execute({
      sql: `insert into ${schema.table} values (${columns.map(() => '?').join(', ')})`,
      args: columns.map((name) => row[name] ?? null),
    })
  }
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

test('only top-level headings with an id start sections, and data files are skipped', async () => {
  expect(await searchSections(db, schema)).toEqual([
    {
      id: '/nested',
      title: 'Nested',
      titles: [],
      content: 'Said twice. Said once. Inner a b',
      level: 1,
    },
    { id: '/nested#outer', title: 'Outer x', titles: ['Nested'], content: 'Said twice. No anchor', level: 2 },
    { id: '', title: '', titles: [], content: '', level: 1 },
  ])
})

test('extra fields are returned as stored in the row', async () => {
  const sections = await searchSections(db, schema, { extraFields: ['stem', 'meta'] })
  expect(sections.map(({ stem, meta }) => [stem, meta])).toEqual([
    ['1.nested', null],
    ['1.nested', null],
    ['3.bare', null],
  ])
})
