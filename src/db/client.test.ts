import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import Database from 'libsql'
import { type Db, openDb } from './client.ts'
import { migrateDb, pendingMigrations } from './migrate.ts'
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
  // An empty batch does not count as a write.
  expect(await reader.writeRaw([])).toEqual([])
  await reader.close()
  await db.close()
})

test('a batch returns the rows of each statement', async () => {
  const { db } = await openNew('rows')
  await db.client.execute('create table t (n integer primary key)')
  const insert = (n: number) => db.orm.all<{ n: number }>(sql`insert into t values (${n}) returning n`)
  const [two, changes, all] = await db.writeBatch([
    insert(2),
    db.orm.run(sql`insert into t values (3), (4)`),
    db.orm.all<{ n: number }>(sql`select n from t order by n`),
  ])
  expect([two.map(({ n }) => n), changes.rowsAffected, all.map(({ n }) => n)]).toEqual([[2], 2, [2, 3, 4]])
  expect(await db.writeBatch([])).toEqual([])
  expect(await db.writeRaw([])).toEqual([])
  const [raw] = await db.writeRaw([{ sql: 'insert into t values (?) returning n', args: [5] }, 'delete from t'])
  expect(raw?.rows.map(({ n }) => n)).toEqual([5])
  await db.close()
})

/**
 * Writes while another connection holds the write lock until the first attempt has failed.
 * @returns the failures' codes
 */
async function writeBusily(db: Db, url: string): Promise<string[]> {
  // Uses the same driver: two builds of SQLite in one process do not see each other's locks.
  const other = new Database(url.slice('file:'.length))
  other.exec('begin immediate')
  const failed = Promise.withResolvers<void>()
  const codes: string[] = []
  const written = db.write(() =>
    db.client.execute('insert into t values (1)').catch((error) => {
      codes.push(error.code)
      failed.resolve()
      throw error
    }),
  )
  await failed.promise
  other.exec('commit')
  await written
  other.close()
  return codes
}

test('a write waits until another process releases the file', async () => {
  const { db, url } = await openNew('busy')
  await db.client.execute('create table t (n integer)')
  expect(await writeBusily(db, url)).toEqual(['SQLITE_BUSY'])
  expect((await db.client.execute('select n from t')).rows.length).toBe(1)
  await db.close()
})

test.each([
  ['full', 2],
  ['normal', 1],
] as const)('%s durability survives a busy write and a new connection', async (durability, level) => {
  const url = `file:${join(folder, `${durability}.db`)}`
  const db = await openDb({ url, durability })
  await db.client.execute('create table t (n integer)')
  const synchronous = async () => (await db.client.execute('pragma synchronous')).rows[0]?.synchronous
  expect(await synchronous()).toBe(level)
  expect(await writeBusily(db, url)).toEqual(['SQLITE_BUSY'])
  expect(await synchronous()).toBe(level)
  await db.close()
})

test('a closed database is complete in its file, even with open readers', async () => {
  const { db, url } = await openNew('whole')
  const path = url.slice('file:'.length)
  await db.client.execute('create table t (n integer)')
  const reader = await openDb({ url, readOnly: true })
  const read = reader.readAll('select n from t')
  const readByWriter = db.readOne('select n from t')
  for (let n = 0; n < 3; n++) await db.write(() => db.client.execute(`insert into t values (${n})`))
  await db.checkpoint()
  await writeBusily(db, url)
  expect([await read(), await readByWriter()]).toMatchObject([[[0], [1], [2], [1]], { n: 0 }])
  await db.close()
  expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0)
  const copy = join(folder, 'copy.db')
  copyFileSync(path, copy)
  await reader.close()
  const copied = await openDb({ url: `file:${copy}`, readOnly: true })
  expect((await copied.client.execute('select count(*) as n from t')).rows[0]?.n).toBe(4)
  await copied.close()
})

test('a read-only connection creates no file and keeps the journal mode', async () => {
  const missing = join(folder, 'missing.db')
  await expect(openDb({ url: `file:${missing}`, readOnly: true })).rejects.toThrow(missing)
  expect(existsSync(missing)).toBe(false)
  const path = join(folder, 'rollback.db')
  const plain = new Database(path)
  plain.exec('create table t (n integer)')
  plain.close()
  const before = await Bun.file(path).bytes()
  const reader = await openDb({ url: `file:${path}`, readOnly: true })
  expect(await reader.readAll('select n from t')()).toEqual([])
  expect((await reader.client.execute('pragma journal_mode')).rows[0]?.journal_mode).toBe('delete')
  await reader.checkpoint()
  await reader.close()
  expect(await Bun.file(path).bytes()).toEqual(before)
})

test('a URL is decoded like the driver does it', async () => {
  const path = join(folder, 'a b+%25ы.db')
  const db = await openDb({ url: `file:${path}` })
  await db.client.execute('create table t (n integer)')
  expect(await db.readAll('select n from t')()).toEqual([])
  await db.close()
  expect(readdirSync(folder).filter((name) => /^a b.*db$/.test(name))).toEqual(['a b+%ы.db'])
})

test('migrations run once, and an edited one is rejected', async () => {
  const { db } = await openNew('migrate')
  const first = {
    name: '0000_a',
    sql: 'create table a (n integer);\n--> statement-breakpoint\ncreate table b (n integer);',
  }
  expect(Array.from((await migrateDb(db, [first])).keys())).toEqual(['0000_a'])
  expect(Array.from((await migrateDb(db, [first])).keys())).toEqual([])
  expect(migrateDb(db, [{ ...first, sql: 'create table c (n integer)' }])).rejects.toThrow('0000_a was edited')
  await db.close()
})

test('two processes may migrate at the same time', async () => {
  const { db, url } = await openNew('together')
  const other = await openDb({ url })
  const list = ['0000_a', '0001_b', '0002_c'].map((name) => ({ name, sql: `create table t${name} (n integer)` }))
  const ran = await Promise.all([migrateDb(db, list), migrateDb(other, list)])
  expect(ran.flatMap((names) => Array.from(names.keys())).sort()).toEqual(list.map(({ name }) => name))
  await other.close()
  await db.close()
})

test('pending migrations are reported without running them', async () => {
  const { db, url } = await openNew('pending')
  const list = ['0000_a', '0001_b'].map((name) => ({ name, sql: `create table t${name} (n integer)` }))
  const reader = await openDb({ url, readOnly: true })
  expect(await pendingMigrations(reader, list)).toEqual({ pending: ['0000_a', '0001_b'], edited: [], unknown: [] })
  expect((await reader.client.execute('select name from sqlite_master')).rows).toEqual([])
  await migrateDb(db, list)
  expect(await pendingMigrations(reader, list)).toEqual({ pending: [], edited: [], unknown: [] })
  const next = [
    { name: '0000_a', sql: 'create table other (n integer)' },
    { name: '0002_c', sql: 'create table c (n integer)' },
  ]
  expect(await pendingMigrations(reader, next)).toEqual({
    pending: ['0002_c'],
    edited: ['0000_a'],
    unknown: ['0001_b'],
  })
  await reader.close()
  await db.close()
})

test('a failed migration changes nothing', async () => {
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

test('the list of migrations matches the folder', () => {
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

test('a reader rejects all concurrent writes', async () => {
  const { db: writer, url } = await openNew('reader')
  await writer.client.execute('create table a (n integer)')
  const reader = await openDb({ url, readOnly: true })
  const tries = Array.from({ length: 8 }, (_, n) => reader.client.execute(`insert into a values (${n})`))
  const results = await Promise.allSettled(tries)
  expect(results.map(({ status }) => status)).toEqual(tries.map(() => 'rejected'))
  await reader.close()
  await writer.close()
})

test('a checkpoint moves written data into the file', async () => {
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

test('prepared reads return all rows as arrays of columns', async () => {
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

test('a WAL that grew during a long read is truncated to 64 MiB after a checkpoint', async () => {
  const { db, url } = await openNew('long-log')
  const log = () => statSync(`${url.slice('file:'.length)}-wal`).size
  await db.client.execute('create table t (bytes blob)')
  const reader = new Database(url.slice('file:'.length))
  reader.exec('begin')
  reader.prepare('select count(*) from t').get()
  for (let n = 0; n < 20; n++) await db.writeRaw(['insert into t values (zeroblob(4000000))'])
  expect(log()).toBeGreaterThan(72 * 1024 * 1024)
  reader.exec('commit')
  reader.close()
  await db.checkpoint()
  for (let n = 0; n < 2; n++) await db.writeRaw(['insert into t values (1)'])
  expect(log()).toBe(64 * 1024 * 1024)
  await db.close()
})
