import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LibsqlError } from '@libsql/client'
import { openDb, pathOf } from './client.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-db-addresses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an in-memory database is read and written without a preparer and a checkpointer', async () => {
  const db = await openDb({ url: ':memory:' })
  await db.client.execute('create table t (n integer)')
  await db.writeRaw(['insert into t values (1), (2)'])
  expect(db.file).toBeUndefined()
  expect(await db.readAll('select n from t where n >= ? order by n')(1)).toEqual([[1], [2]])
  expect(await db.readOne('select n from t where n = ?')(2)).toMatchObject({ n: 2 })
  expect(await db.readOne('select n from t where n = ?')(3)).toBeUndefined()
  await db.checkpoint()
  await db.close()
})

test('a failed write names a server that does not answer', async () => {
  const db = await openDb({ url: 'http://127.0.0.1:1' })
  await expect(db.writeRaw(['select 1'])).rejects.toThrow(
    'http://127.0.0.1:1 cannot be written: its server does not answer',
  )
  await db.close()
})

test('a prepared read of one row returns undefined if there is none', async () => {
  const db = await openDb({ url: `file:${join(folder, 'read-one.db')}` })
  await db.client.execute('create table t (n integer)')
  await db.client.execute('insert into t values (1)')
  const read = db.readOne('select n from t where n = ?')
  expect(await read(1)).toMatchObject({ n: 1 })
  expect(await read(2)).toBeUndefined()
  await db.close()
})

test.each([
  ['file:data/app.db', 'data/app.db'],
  ['file:/data/app.db', '/data/app.db'],
  ['file:///data/app.db', '/data/app.db'],
  ['file://localhost/data/app.db?mode=ro#now', '/data/app.db'],
  ['file:a%20b%2525.db', 'a b%25.db'],
])('the file path of %s is %s', (url, path) => {
  expect(pathOf(url)).toBe(path)
})

test('an in-memory database keeps its connection after it was busy', async () => {
  const db = await openDb({ url: ':memory:' })
  await db.client.execute('create table t (n integer)')
  let isBusy = true
  await db.write(async () => {
    if (isBusy) {
      isBusy = false
      throw new LibsqlError('busy', 'SQLITE_BUSY')
    }
    await db.client.execute('insert into t values (1)')
  })
  expect(await db.readAll('select n from t')()).toEqual([[1]])
  await db.close()
})
