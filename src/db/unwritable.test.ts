import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LibsqlError } from '@libsql/client'
import Database from 'libsql'
import { openDb } from './client.ts'
import { createTroubleLog, ignoreUnwritable, UnwritableError, unwritableReason } from './unwritable.ts'
import { CrowdedError } from './write-gate.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-unwritable-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openNew(name: string) {
  const lines: string[] = []
  const log = {
    error: (message: string) => void lines.push(message),
    info: (message: string) => void lines.push(message),
  }
  const path = join(folder, name)
  const db = await openDb({ url: `file:${path}`, log })
  await db.client.execute('create table t (n integer)')
  const insert = () => db.writeRaw(['insert into t values (zeroblob(9000))'])
  return { db, path, lines, insert }
}

test('a write on a full disk fails, is logged once, and succeeds when there is space', async () => {
  const { db, lines, insert } = await openNew('full.db')
  await db.client.execute('pragma max_page_count = 1')
  for (let n = 0; n < 5; n++) {
    const outcome = await insert().catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(UnwritableError)
    expect(outcome).toMatchObject({ reason: 'full', message: 'full.db cannot be written: the disk is full' })
  }
  await db.client.execute('pragma max_page_count = 100000')
  await insert()
  await insert()
  expect((await db.client.execute('select count(*) as n from t')).rows[0]?.n).toBe(2)
  expect(lines).toEqual(['full.db cannot be written: the disk is full', 'full.db can be written again'])
  await db.close()
})

test('a write without permission is reported as such, an invalid statement is not', async () => {
  const { db, insert } = await openNew('locked.db')
  await db.client.execute('pragma query_only = 1')
  expect(await insert().catch((error: unknown) => error)).toMatchObject({ reason: 'read-only' })
  await db.client.execute('pragma query_only = 0')
  const wrong = await db.writeRaw(['insert into nowhere values (1)']).catch((error: unknown) => error)
  expect(wrong).not.toBeInstanceOf(UnwritableError)
  await db.close()
})

test('lasting trouble is logged once a minute', () => {
  const lines: string[] = []
  let now = 0
  const say = (message: string) => void lines.push(message)
  const trouble = createTroubleLog({ error: say, info: say }, () => now)
  for (; now < 180_000; now += 1000) trouble.note(new UnwritableError('app.db', 'full', undefined))
  trouble.note(undefined)
  trouble.note(undefined)
  const full = 'app.db cannot be written: the disk is full'
  expect(lines).toEqual([full, full, full, 'app.db can be written again'])
})

test('trouble is logged again exactly a minute later', () => {
  const said: number[] = []
  let now = 0
  const trouble = createTroubleLog({ error: () => void said.push(now), info: () => {} }, () => now)
  for (const time of [5, 60_004, 60_005, 120_004, 120_005]) {
    now = time
    trouble.note(new UnwritableError('app.db', 'full', undefined))
  }
  expect(said).toEqual([5, 60_005, 120_005])
})

test('all settings are restored after a recovery that failed midway', async () => {
  const { db, path } = await openNew('half.db')
  const settings = async () => {
    const names = ['wal_autocheckpoint', 'foreign_keys', 'synchronous', 'cache_size', 'busy_timeout']
    const values = names.map(
      async (name) => Object.values((await db.client.execute(`pragma ${name}`)).rows[0] ?? {})[0],
    )
    return Promise.all(values)
  }
  const whole = await settings()
  const execute = db.client.execute.bind(db.client)
  const other = new Database(path)
  other.exec('begin immediate')
  db.client.execute = async (statement: Parameters<typeof execute>[0]) => {
    if (String(statement).startsWith('pragma synchronous')) throw new LibsqlError('disk I/O error', 'SQLITE_IOERR')
    return execute(statement)
  }
  await expect(db.write(() => execute('insert into t values (1)'))).rejects.toThrow('half.db cannot be written')
  db.client.execute = execute
  other.exec('commit')
  other.close()
  await db.write(() => execute('insert into t values (2)'))
  expect(await settings()).toEqual(whole)
  expect(whole).toEqual([8000, 1, 1, -65_536, 100])
  await db.close()
})

test('a write does not apply the settings again without need', async () => {
  const { db, insert } = await openNew('whole.db')
  const execute = db.client.execute.bind(db.client)
  const asked: string[] = []
  db.client.execute = async (statement: Parameters<typeof execute>[0]) => {
    asked.push(String(statement))
    return execute(statement)
  }
  await insert()
  db.client.execute = execute
  expect(asked).toEqual([])
  await db.close()
})

test('foreign keys are enforced', async () => {
  const { db } = await openNew('foreign.db')
  await db.client.execute('create table owner (id integer primary key)')
  await db.client.execute('create table owned (owner integer references owner (id) on delete cascade)')
  await expect(db.writeRaw(['insert into owned values (1)'])).rejects.toThrow('FOREIGN KEY')
  await db.writeRaw(['insert into owner values (1)', 'insert into owned values (1)', 'delete from owner'])
  expect((await db.client.execute('select * from owned')).rows).toEqual([])
  await db.close()
})

test.each([
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY_DBMOVED', 'read-only'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['SQLITE_IOERR_WRITE', 'failing'],
  ['SQLITE_CANTOPEN', 'failing'],
  ['ECONNREFUSED', 'unreachable'],
  ['SERVER_ERROR', 'unreachable'],
  ['SQLITE_CONSTRAINT', undefined],
] as const)('%s at any depth is %s', (code, reason) => {
  expect(unwritableReason(new LibsqlError('failed', code))).toBe(reason)
  const wrapped = new Error('query', { cause: new Error('batch', { cause: new LibsqlError('failed', code) }) })
  expect(unwritableReason(wrapped)).toBe(reason)
})

test('a full write queue is a reason, an error without a known code is none', () => {
  expect(unwritableReason(new CrowdedError())).toBe('crowded')
  expect(unwritableReason(Object.assign(new Error('other'), { code: 'SERVER_ERROR' }))).toBeUndefined()
  expect(unwritableReason(new Error('other'))).toBeUndefined()
  expect(unwritableReason('SQLITE_FULL')).toBeUndefined()
})

test('only UnwritableError is ignored', () => {
  ignoreUnwritable(new UnwritableError('app.db', 'full', undefined))
  expect(() => ignoreUnwritable(new Error('wrong'))).toThrow('wrong')
})
