import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patientLimits } from '../../../tests/patient-limits.ts'
import { until } from '../../../tests/until.ts'
import { type Db, openDb } from '../../db/client.ts'
import { collectionSchema, columnsOf } from '../protocol/schema.ts'
import { limits } from './limits.ts'
import { answerQuery } from './query-routes.ts'
import { createQueryReader, type QueryReader } from './reader.ts'
import { type BoundStatement, printFetch } from './select-query.ts'

setDefaultTimeout(60_000)

const schema = collectionSchema('notes', 'data', [
  { name: 'id', type: 'string' },
  { name: 'stem', type: 'string' },
  { name: 'body', type: 'json' },
])
const rowCount = 2000
const folder = await mkdtemp(join(tmpdir(), 'kurs-query-'))
let db: Db

beforeAll(async () => {
  db = await openDb({ url: `file:${join(folder, 'a b+%25ы.db')}` })
  await db.client.execute(`create table ${schema.table} (id text primary key, body text, stem text, __hash__ text)`)
  await db.client.execute({
    sql: `insert into ${schema.table} with recursive n(x) as (select 1 union all select x + 1 from n where x < ?)
      select 'n' || x, json_quote(hex(zeroblob(2000))), 's' || x, 'h' || x from n`,
    args: [rowCount],
  })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

/** Statement that reads all rows, ordered by stem. */
const whole = printFetch(
  {
    table: schema.table,
    select: { kind: 'all' },
    where: [],
    order: [{ column: 'stem', direction: 'ASC', isQuoted: false }],
    limit: undefined,
    offset: undefined,
  },
  columnsOf(schema),
  rowCount,
)
/** Statement that takes minutes unless it is interrupted. */
const endless = {
  sql: 'with recursive n(x) as (select 1 union all select x + 1 from n where x < 1e10) select count(*) as count from n',
  args: [],
}

const one = { sql: 'select 1 as one', args: [] }

/** Returns a reader that queries as one network and returns only the outcome. */
function asking(reader: QueryReader, network = '192.0.2.1') {
  return {
    read: async (statement: BoundStatement) =>
      (await reader.read(statement, { network, fields: schema.fields })).outcome,
    reader,
  }
}
type Asking = ReturnType<typeof asking>

async function withReader<T>(bounds: Partial<typeof limits>, use: (reader: Asking) => Promise<T>): Promise<T> {
  const reader = createQueryReader(db, { ...patientLimits, ...bounds })
  try {
    return await use(asking(reader))
  } finally {
    await reader.close()
  }
}

test('work of the database that cannot be interrupted is still reported as too slow', async () => {
  // The test has its own database, because a snapshot that is kept until garbage collection must not belong to that of
  // the other tests.
  await using own = await openOwn()
  const reader = asking(createQueryReader(own.db, { ...limits, workMs: 5 }))
  // A single SQLite function cannot be interrupted, so its row arrives late.
  const late = { sql: "select length(replace(hex(zeroblob(2e7)), '0', '11')) as size", args: [] }
  expect(await reader.read(late)).toEqual({ status: 'too slow' })
  // The rows of this query arrive one by one, the first of them in time.
  const many = { sql: 'select length(hex(zeroblob(case n when 1 then 1 else 2e5 end))) as size from numbers', args: [] }
  expect(await reader.read(many)).toEqual({ status: 'too slow' })
  await reader.reader.close()
  await withReader({}, async (other) => expect((await other.read(one)).status).toBe('read'))
})

async function openOwn() {
  const own = await openDb({ url: `file:${join(folder, 'own.db')}` })
  await own.client.execute(`create table numbers as
    with recursive n(x) as (select 1 union all select x + 1 from n where x < 2000) select x as n from n`)
  return { db: own, [Symbol.asyncDispose]: () => own.close() }
}

test('a query that takes too long is interrupted, and the next one is answered', async () => {
  await withReader({ workMs: 300 }, async (reader) => {
    expect(await reader.read(endless)).toEqual({ status: 'too slow' })
    // The query is repeated, because a busy machine may run nothing for as long as a query may take.
    await until(async () => (await reader.read(one)).status === 'read')
  })
})

test('an interruption before the first step is not lost', async () => {
  await withReader({ workMs: 1, waitMs: 60_000 }, async (reader) => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => reader.read(endless)))
    expect(outcomes.filter(({ status }) => status !== 'too slow')).toEqual([])
  })
})

test('the process continues while a query runs', async () => {
  await withReader({ workMs: 300 }, async (reader) => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    await reader.read(endless)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
  })
})

test('a slow query does not delay a quick one', async () => {
  await withReader({ workMs: 700 }, async (reader) => {
    const order: string[] = []
    const slow = reader.read(endless).then(() => order.push('slow'))
    const quick = reader.read({ sql: 'select 1', args: [] }).then(() => order.push('quick'))
    await Promise.all([slow, quick])
    expect(order).toEqual(['quick', 'slow'])
  })
})

test('many queries of one network delay another network by at most one query', async () => {
  await withReader({ workMs: 400, waitMs: 60_000 }, async ({ reader }) => {
    const crowd = asking(reader, '192.0.2.1')
    const other = asking(reader, '192.0.2.2')
    // The connections are opened first, because that takes extra time.
    await Promise.all([crowd.read(one), other.read(one)])
    const order: string[] = []
    const many = Array.from({ length: 4 }, () => crowd.read(endless).then(() => order.push('crowd')))
    await other.read(one).then(() => order.push('other'))
    await Promise.all(many)
    expect(order.indexOf('other')).toBeLessThan(3)
  })
})

test('a query that waits too long in the queue is refused as busy', async () => {
  await withReader({ workMs: 600, waitMs: 200 }, async (reader) => {
    // The connections are opened first, because that takes extra time.
    await Promise.all([reader.read(one), reader.read(one)])
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => reader.read(endless)))
    const count = (status: string) => outcomes.filter((outcome) => outcome.status === status).length
    expect([count('too slow'), count('busy')]).toEqual([2, 4])
  })
})

test('queries beyond the queue limit are refused at once', async () => {
  await withReader({}, async (reader) => {
    const outcomes = await Promise.all(Array.from({ length: 300 }, () => reader.read(one)))
    expect(outcomes.filter(({ status }) => status === 'read').length).toBe(128)
    expect(outcomes.filter(({ status }) => status === 'busy').length).toBe(172)
  })
})

test('an answer too long or too large is aborted and releases the database', async () => {
  const bounds = [
    { limits: { rows: 150, workMs: 60_000 }, status: 'too many rows' },
    { limits: { answerCharacters: 100_000, workMs: 60_000 }, status: 'too large' },
  ] as const
  for (const { limits, status } of bounds) {
    await withReader(limits, async (reader) => {
      expect(await reader.read(whole)).toEqual({ status })
      await db.client.execute(`update ${schema.table} set __hash__ = __hash__ || 'x' where id = 'n1'`)
      const { rows } = await db.client.execute('pragma wal_checkpoint(truncate)')
      expect(rows[0]?.busy).toBe(0)
      expect((await reader.read({ sql: 'select 1', args: [] })).status).toBe('read')
    })
  }
})

test('the connections are read-only, whatever the statement', async () => {
  await withReader({}, async (reader) => {
    const writing = `delete from ${schema.table}`
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => reader.read({ sql: writing, args: [] })))
    expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  })
  const { rows } = await db.client.execute(`select count(*) as count from ${schema.table}`)
  expect(rows[0]?.count).toBe(rowCount)
})

test('too many rows is the error of the query, too slow may be that of the server', async () => {
  const all = `SELECT * FROM ${schema.table} ORDER BY stem ASC`
  const asker = { network: '192.0.2.1', encoding: undefined }
  const outcome = ({ reader }: Pick<Asking, 'reader'>) => answerQuery(reader, schema, all, asker)
  expect(await withReader({ rows: 10, workMs: 60_000 }, outcome)).toEqual({
    status: 'refused',
    reason: 'The answer has more than 10000 rows; give the query a LIMIT',
    workMs: expect.any(Number),
  })
  expect(await withReader({ answerCharacters: 10, workMs: 60_000 }, outcome)).toMatchObject({ status: 'refused' })
  const always = (status: 'busy' | 'too slow') => ({
    reader: { read: async () => ({ outcome: { status }, workMs: 0 }), close: async () => {} },
  })
  expect(await outcome(always('busy'))).toMatchObject({ status: 'unavailable' })
  expect(await outcome(always('too slow'))).toMatchObject({
    status: 'unavailable',
    reason: expect.stringContaining('1000 ms'),
  })
})

/** Returns the same database as if it were on a server; `execute` replaces the network. */
function onServer(execute: Db['client']['execute']): Db {
  const client = new Proxy(db.client, {
    get: (target, name) => (name === 'protocol' ? 'http' : name === 'execute' ? execute : Reflect.get(target, name)),
  })
  return { ...db, client }
}

test('a libSQL server is queried through the client, with a time limit', async () => {
  const quick = asking(
    createQueryReader(
      onServer((statement) => db.client.execute(statement)),
      patientLimits,
    ),
  )
  const outcome = await quick.read({ ...whole, sql: `${whole.sql} limit 2` })
  expect(outcome.status === 'read' && JSON.parse(new TextDecoder().decode(outcome.body))).toMatchObject([
    { id: 'n1' },
    { id: 'n10' },
  ])
  const silent = asking(
    createQueryReader(
      onServer(() => new Promise(() => {})),
      { ...limits, workMs: 10 },
    ),
  )
  expect(await silent.read(whole)).toEqual({ status: 'too slow' })
})

test('a broken connection is replaced', async () => {
  await withReader({}, async (reader) => {
    const attempts = await Promise.allSettled([1, 2, 3].map(() => reader.read({ sql: 'no such statement', args: [] })))
    expect(attempts.every(({ status }) => status === 'rejected')).toBe(true)
    expect((await reader.read({ sql: 'select 1', args: [] })).status).toBe('read')
  })
})
