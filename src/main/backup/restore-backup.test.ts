import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { putMigrated } from '../../../tests/migrated.ts'
import { addBroadcast, addSubscribers } from '../../../tests/outbox.ts'
import { addUsers } from '../../../tests/users.ts'
import { newLink } from '../../auth/link.ts'
import { newSession } from '../../auth/session/session.ts'
import { listWork } from '../../broadcast/delivery/broadcast-work-queries.ts'
import { readConfig } from '../../config.ts'
import { type Db, openDb } from '../../db/client.ts'
import { enqueueNotice } from '../../telegram/notices/enqueue-notice.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

setDefaultTimeout(60_000)

const home = await mkdtemp(join(tmpdir(), 'kurs-restored-'))
afterAll(() => rm(home, { recursive: true, force: true }))

async function inApp(folder: string, work: (db: Db) => Promise<void>): Promise<void> {
  const db = await openDb({ url: `file:${join(folder, 'app.db')}`, durability: 'full' })
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

test('pauses everything that was being sent when the backup was made, so nobody gets it twice', async () => {
  const [from, to] = [join(home, 'from'), join(home, 'to')]
  await mkdir(from)
  await putMigrated('app', from)
  const later = Date.now() + 3600_000
  await inApp(from, async (db) => {
    await addSubscribers(db, 3)
    await addBroadcast(db, { id: 'running', state: 'running' })
    await addBroadcast(db, { id: 'preparing', state: 'preparing' })
    await addBroadcast(db, { id: 'due', state: 'scheduled', scheduledAt: 1 })
    await addBroadcast(db, { id: 'later', state: 'scheduled', scheduledAt: later })
    await addBroadcast(db, { id: 'over', state: 'finished' })
    await db.client.execute(`insert into series (id, name, state, trigger, created_at, updated_at)
      values ('welcome', 'Welcome', 'running', 'start', 0, 0)`)
    await addBroadcast(db, { id: 'step', state: 'running' })
    await db.client.execute(`update broadcasts set series_id = 'welcome', series_position = 0 where id = 'step'`)
    await enqueueNotice(db, { chatId: 1, reason: 'alert:1', params: { text: 'An alert' } })
  })
  const file = join(home, 'kept.tar.gz')
  expect(await makeBackup(readConfig({ DATA_DIR: from }), file)).toMatchObject({ status: 'made' })
  const outcome = await restoreBackup(readConfig({ DATA_DIR: to }), file, { replaces: false })
  expect(outcome).toMatchObject({ status: 'restored', paused: 5 })
  await inApp(to, async (db) => {
    const { rows } = await db.client.execute('select id, state, reason from broadcasts order by id')
    expect(rows.map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ['due', 'draft', null],
      ['later', 'scheduled', null],
      ['over', 'finished', null],
      ['preparing', 'paused', 'restored'],
      ['running', 'paused', 'restored'],
      ['step', 'paused', 'restored'],
    ])
    expect(await listWork(db, Date.now())).toEqual([])
    const { rows: others } = await db.client.execute('select state from series union all select state from notices')
    expect(others.map(({ state }) => state)).toEqual(['stopped', 'unknown'])
  })
})

test('does not replace a database that a process opens while the backup is checked', async () => {
  const [from, to] = [join(home, 'quiet'), join(home, 'started')]
  await Promise.all([mkdir(from), mkdir(to)])
  await Promise.all([putMigrated('app', from), putMigrated('app', to)])
  const file = join(home, 'quiet.tar.gz')
  expect(await makeBackup(readConfig({ DATA_DIR: from }), file)).toMatchObject({ status: 'made' })
  const outcome = restoreBackup(readConfig({ DATA_DIR: to }), file, { replaces: true })
  const path = join(to, 'app.db')
  const started = new Database(path)
  started.prepare('select count(*) from users').get()
  expect(await outcome).toEqual({ status: 'in-use', path })
  started.close()
  expect((await readdir(to)).filter((name) => /replaced|restore/.test(name))).toEqual([])
})

test('counts restored sessions, links and tokens, and ends them on request', async () => {
  const [from, kept, ended] = [join(home, 'access'), join(home, 'kept'), join(home, 'ended')]
  await mkdir(from)
  await putMigrated('app', from)
  await inApp(from, async (db) => {
    const [userId = ''] = await addUsers(db, [{ login: 'anna' }])
    const now = Date.now()
    const session = newSession(db, { userId, now, address: '::1', userAgent: '' })
    await db.writeBatch([session.statement, ...newLink(db, 'reset', userId, now).statements])
  })
  const file = join(home, 'access.tar.gz')
  expect(await makeBackup(readConfig({ DATA_DIR: from }), file)).toMatchObject({ status: 'made' })
  const count = 'select (select count(*) from sessions) + (select count(*) from account_links) n'
  for (const [to, endsAccess, left] of [
    [kept, false, 2],
    [ended, true, 0],
  ] as const) {
    const outcome = await restoreBackup(readConfig({ DATA_DIR: to }), file, { replaces: false, endsAccess })
    expect(outcome).toMatchObject({ status: 'restored', access: 2 })
    await inApp(to, async (db) => {
      expect((await db.client.execute(count)).rows[0]?.n).toBe(left)
      expect((await db.client.execute('select login from users')).rows).toHaveLength(1)
    })
  }
})

/**
 * Script that polls in a busy loop for the file until `end` exists. Prints `begun` once at the start and `gone`
 * whenever the file is missing.
 */
const looks = `
  import { existsSync } from 'node:fs'
  const [path, end] = process.argv.slice(1)
  process.stdout.write('begun\\n')
  while (!existsSync(end)) if (!existsSync(path)) process.stdout.write('gone\\n')`

test('keeps a database in place at every moment, so a restart never begins an empty site', async () => {
  const [from, to] = [join(home, 'cut-from'), join(home, 'cut')]
  await Promise.all([mkdir(from), mkdir(to)])
  await Promise.all([putMigrated('app', from), putMigrated('app', to)])
  const file = join(home, 'cut.tar.gz')
  expect(await makeBackup(readConfig({ DATA_DIR: from }), file)).toMatchObject({ status: 'made' })
  // Files that a killed restore left behind long ago
  const left = ['app.db.restore-AbCd12', 'market.db.restore-AbCd12', '.restore-AbCd12']
  for (const name of left) {
    await writeFile(join(to, name), '')
    await utimes(join(to, name), 0, 0)
  }
  const [path, end] = [join(to, 'app.db'), join(home, 'cut-end')]
  const looking = Bun.spawn([process.execPath, '-e', looks, path, end], { stdin: 'ignore', stdout: 'pipe' })
  const reader = looking.stdout.getReader()
  const said = [new TextDecoder().decode((await reader.read()).value)]
  for (let times = 0; times < 10; times++) {
    const outcome = await restoreBackup(readConfig({ DATA_DIR: to }), file, { replaces: true })
    expect(outcome).toMatchObject({ status: 'restored', aside: [expect.stringContaining('app.db.replaced-')] })
  }
  await writeFile(end, '')
  for (let more = await reader.read(); !more.done; more = await reader.read())
    said.push(new TextDecoder().decode(more.value))
  expect(said.join('')).toBe('begun\n')
  const names = await readdir(to)
  expect(names.filter((name) => name.includes('restore-'))).toEqual([])
  expect(names.filter((name) => name.startsWith('app.db.replaced-'))).toHaveLength(10)
})
