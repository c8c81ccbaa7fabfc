import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { goldenDir, goldenSchema, goldenStatements, load } from '../../../tests/golden.ts'
import { patientLimits } from '../../../tests/patient-limits.ts'
import { type QueryBuilder, queryCollection } from '../../../tests/query-builder.ts'
import { type Db, openDb } from '../../db/client.ts'
import type { AppEnv } from '../../http/env.ts'
import { navigationTree } from '../catalog/navigation-tree.ts'
import { type ContentRow, refineRows } from './answer.ts'
import { queryRoutes } from './query-routes.ts'
import { createQueryReader, type QueryReader } from './reader.ts'

setDefaultTimeout(60_000)

/*
 * Compares our answers over the wire with those of the real server, with the exact SQL of its clients. The recorded
 * answers of the real server are in docs_ru.all.json.
 */

let folder: string
let db: Db
let queries: QueryReader
let answers: ContentRow[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-golden-'))
  db = await openDb({ url: `file:${join(folder, 'content.db')}` })
  for (const statement of await goldenStatements('docs_ru')) await db.client.execute(statement)
  queries = createQueryReader(db, patientLimits)
  answers = JSON.parse(await readFile(join(goldenDir, 'docs_ru.all.json'), 'utf8'))
})
afterAll(async () => {
  await queries.close()
  await db.close()
  await rm(folder, { recursive: true })
})

async function overTheWire(sql: string): Promise<ContentRow[]> {
  const app = new Hono<AppEnv>().use(async (c, next) => {
    c.set('address', '192.0.2.1')
    c.set('spend', () => undefined)
    await next()
  })
  const routes = app.route('/', queryRoutes({ queries, schemas: [goldenSchema] }))
  const response = await routes.request('/__nuxt_content/docs_ru/query', {
    method: 'POST',
    body: JSON.stringify({ sql }),
  })
  expect(response.status).toBe(200)
  return response.json()
}

test('all rows equal those of the real server, in its order', async () => {
  const rows = await overTheWire(queryCollection(goldenSchema).sql())
  expect(rows.slice(0, answers.length)).toEqual(answers)
  const stored = refineRows(goldenSchema, load(await goldenStatements('docs_ru')))
  const byStem = (a: ContentRow, b: ContentRow) => (String(a.stem) < String(b.stem) ? -1 : 1)
  expect(rows).toEqual(stored.toSorted(byStem))
})

const paths = async (query: QueryBuilder) => (await overTheWire(query.select('path').sql())).map(({ path }) => path)

describe('queries of the builder', () => {
  test('a page is found with and without a trailing slash', async () => {
    expect(await paths(queryCollection(goldenSchema).path('/guide/intro/'))).toEqual(['/guide/intro'])
    expect(await paths(queryCollection(goldenSchema).path('/'))).toEqual(['/'])
  })

  test('groups are combined with other conditions', async () => {
    const query = queryCollection(goldenSchema)
      .where('extension', '=', 'md')
      .orWhere((group) => group.where('title', '=', 'Ten').where('title', 'LIKE', 'Index%'))
    expect(await paths(query)).toEqual(['/ten/1.x', '/api'])
  })

  test('numbers, flags and dates compare by the type of their columns', async () => {
    expect(await paths(queryCollection(goldenSchema).where('draft', '=', true))).toEqual(['/'])
    expect(await paths(queryCollection(goldenSchema).where('weight', '>', 1))).toEqual([])
    const dated = queryCollection(goldenSchema).where('date', 'BETWEEN', ['2025-01-01', '2026-01-01'])
    expect(await paths(dated)).toEqual(['/'])
  })

  test('order, limit and skip are combined', async () => {
    const query = queryCollection(goldenSchema).where('extension', '=', 'yml').order('title', 'DESC').limit(2).skip(1)
    expect(await paths(query)).toEqual(['/hidden/.navigation', '/guide/.navigation'])
  })

  test('counts equal those of the real server', async () => {
    const query = queryCollection(goldenSchema).where('extension', '=', 'md')
    expect(await overTheWire(query.countSql())).toEqual([{ count: 14 }])
    expect(await overTheWire(queryCollection(goldenSchema).countSql('extension', true))).toEqual([{ count: 2 }])
  })

  test('first is a row or none', async () => {
    expect(await overTheWire(queryCollection(goldenSchema).path('/guide/intro').firstSql())).toHaveLength(1)
    expect(await overTheWire(queryCollection(goldenSchema).path('/nowhere').firstSql())).toEqual([])
  })
})

test('our tree of its rows hides a folder that its settings meant to hide', async () => {
  const rows = await overTheWire(queryCollection(goldenSchema).sql())
  const titles = navigationTree(rows).map(({ title }) => title)
  expect(titles).toContain('Guide')
  expect(titles).not.toContain('Hidden')
  expect(titles).not.toContain('Hid')
})
