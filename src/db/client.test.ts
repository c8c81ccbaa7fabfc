import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDb } from './client.ts'
import { migrateDb } from './migrate.ts'
import { migrations } from './migrations.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-db-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openNew(name: string) {
  const url = `file:${join(folder, `${name}.db`)}`
  return { db: await openDb({ url }), url }
}

test('overlapping writes and batches all succeed', async () => {
  const { db } = await openNew('parallel')
  await db.client.execute('create table t (n integer)')
  const insert = (n: number) => db.orm.run(sql`insert into t values (${n})`)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      n % 2 ? db.write(async () => insert(n)) : db.writeBatch([insert(n), insert(n)]),
    ),
  )
  const [row] = (await db.client.execute('select count(*) as n from t')).rows
  expect(row?.n).toBe(60)
  await db.close()
})

test('a batch with a failing statement writes nothing', async () => {
  const { db } = await openNew('batch')
  await db.client.execute('create table t (n integer primary key)')
  const insert = db.orm.run(sql`insert into t values (1)`)
  await expect(db.writeBatch([insert, insert])).rejects.toThrow()
  expect((await db.client.execute('select * from t')).rows).toEqual([])
  await db.close()
})

test('a read-only connection refuses to write', async () => {
  const { db, url } = await openNew('readonly')
  await db.client.execute('create table t (n integer)')
  const reader = await openDb({ url, readOnly: true })
  await expect(reader.client.execute('insert into t values (1)')).rejects.toThrow('readonly')
  await reader.close()
  await db.close()
})

test('a write waits for another process to let go of the file', async () => {
  const { db, url } = await openNew('busy')
  await db.client.execute('create table t (n integer)')
  const other = new Database(new URL(url).pathname)
  other.run('begin immediate')
  const blocked = db.write(() => db.client.execute('insert into t values (1)'))
  await new Promise(setImmediate)
  other.run('commit')
  await blocked
  expect((await db.client.execute('select n from t')).rows.length).toBe(1)
  other.close()
  await db.close()
})

test('migrations run once and refuse to have been edited', async () => {
  const { db } = await openNew('migrate')
  const first = {
    name: '0000_a',
    sql: 'create table a (n integer);\n--> statement-breakpoint\ncreate table b (n integer);',
  }
  expect(await migrateDb(db, [first])).toEqual(['0000_a'])
  expect(await migrateDb(db, [first])).toEqual([])
  expect(migrateDb(db, [{ ...first, sql: 'create table c (n integer)' }])).rejects.toThrow('0000_a was edited')
  await db.close()
})

test('a migration that fails leaves nothing behind', async () => {
  const { db } = await openNew('broken')
  const broken = {
    name: '0000_a',
    sql: 'create table a (n integer);\n--> statement-breakpoint\ncreate table a (n integer);',
  }
  await expect(migrateDb(db, [broken])).rejects.toThrow()
  const { rows } = await db.client.execute(`select name from sqlite_master where name = 'a'`)
  expect(rows).toEqual([])
  await db.close()
})

test('the list of migrations is the folder of migrations', () => {
  for (const name of ['app', 'content', 'market'] as const) {
    const listed = migrations[name].map((migration) => `${migration.name}.sql`)
    expect(listed).toEqual(sqlFilesOf(join(import.meta.dir, '../../drizzle', name)))
  }
})

function sqlFilesOf(path: string): string[] {
  try {
    return readdirSync(path)
      .filter((file) => file.endsWith('.sql'))
      .sort()
  } catch {
    return []
  }
}

test('a reader refuses every write, however many come at once', async () => {
  const { db: writer, url } = await openNew('reader')
  await writer.client.execute('create table a (n integer)')
  const reader = await openDb({ url, readOnly: true })
  const tries = Array.from({ length: 8 }, (_, n) => reader.client.execute(`insert into a values (${n})`))
  const results = await Promise.allSettled(tries)
  expect(results.map(({ status }) => status)).toEqual(tries.map(() => 'rejected'))
  await reader.close()
  await writer.close()
})

test('a checkpoint moves what was written into the file', async () => {
  const { db, url } = await openNew('checkpoint')
  await db.client.execute('create table a (text text)')
  const size = () => Bun.file(url.slice('file:'.length)).size
  const before = size()
  await db.client.execute({ sql: 'insert into a values (?)', args: ['x'.repeat(100_000)] })
  expect(size()).toBe(before)
  await Promise.all([db.checkpoint(), db.checkpoint()])
  expect(size()).toBeGreaterThan(before + 100_000)
  await db.close()
})

test('prepared reads answer all rows, column by column', async () => {
  const { db } = await openNew('read-all')
  await db.client.execute('create table a (n integer, text text)')
  await db.client.execute(`insert into a values (1, 'one'), (2, 'two'), (3, null)`)
  const read = db.readAll('select text, n from a where n >= ? order by n')
  expect(await read(2)).toEqual([
    ['two', 2],
    [null, 3],
  ])
  expect(await read(9)).toEqual([])
  await db.close()
})
