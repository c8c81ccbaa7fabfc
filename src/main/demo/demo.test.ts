import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cheapPasswords } from '../../../tests/password-cost.ts'
import { createPasswords } from '../../auth/secrets/password.ts'
import { type Config, readConfig } from '../../config.ts'
import { openDb } from '../../db/client.ts'
import { takeFileLock } from '../../db/file-lock.ts'
import { makeDemo, removeDemo } from './demo-command.ts'
import { readMark } from './demo-mark.ts'

setDefaultTimeout(120_000)

const small = { days: 2, subscribers: 60, passwordCost: cheapPasswords }

let folder: string
let config: Config
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-demo-'))
  config = readConfig({ DATA_DIR: join(folder, 'data') })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  const db = await openDb({ ...config.databases.app, readOnly: true })
  try {
    return (await db.client.execute(sql)).rows.map((row) => ({ ...row }))
  } finally {
    await db.close()
  }
}

async function change(sql: string): Promise<void> {
  const db = await openDb(config.databases.app)
  await db.client.execute(sql)
  await db.close()
}

test('a folder with any files in it is refused and stays unchanged', async () => {
  const dataDir = join(folder, 'occupied')
  const other = readConfig({ DATA_DIR: dataDir })
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'app.db'), 'precious')
  expect(await makeDemo(other)).toEqual({ status: 'occupied', names: ['app.db'] })
  expect(await removeDemo(other)).toEqual({ status: 'unmarked' })
  expect(await readdir(dataDir)).toEqual(['app.db'])
})

// Covers all cases in one test, because filling a folder costs two seconds of processor time.
test('demo fills a folder once, with a history, and removes only its own files', async () => {
  await expectFilledAfterFailure()
  await expectPast()
  await expectSecondRunChangesNothing()
  await expectRemovalRefused()
  await expectRemovalOfDemoAlone()
})

/** A failed run leaves no files, and the next run fills the folder. */
async function expectFilledAfterFailure(): Promise<void> {
  const failing = () => {
    throw new Error('cut off')
  }
  await expect(makeDemo(config, { ...small, onStep: failing })).rejects.toThrow('cut off')
  expect(await readdir(config.dataDir)).toEqual(['feed.lock'])
  // Simulates the state after a killed process: only some files were moved in.
  await writeFile(join(config.dataDir, 'demo.json'), JSON.stringify({ members: [] }))
  expect(await makeDemo(config, small)).toMatchObject({ status: 'made' })
  expect((await readdir(config.dataDir)).toSorted()).toEqual([
    'app.db',
    'demo.json',
    'feed.lock',
    'market.db',
    'secret',
  ])
}

/** Members, bots, alerts, subscribers and broadcasts have a history made by the product's own code. */
async function expectPast(): Promise<void> {
  const mark = readMark(config)
  const people = await rowsOf(
    "select role, status, password_hash from users where login in ('marina', 'ivan', 'spam-bot')",
  )
  expect(people).toMatchObject([{ role: 'admin' }, { role: 'user' }, { status: 'banned' }])
  const { administrator = '', members = '' } = mark?.passwords ?? {}
  const { check } = createPasswords(cheapPasswords)
  expect(await check(administrator, String(people[0]?.password_hash))).toMatchObject({ status: 'right' })
  expect(await check(members, String(people[1]?.password_hash))).toMatchObject({ status: 'right' })

  const [bots] =
    await rowsOf(`select count(*) as all_bots, sum(user_id is null) as shown, sum(state = 'draft') as drafts,
    sum(state in ('running', 'paused')) as live, sum(kind = 'manual') as accounts from bots`)
  expect(bots).toEqual({ all_bots: 23, shown: 5, drafts: 2, live: 19, accounts: 4 })
  const [trades] = await rowsOf('select count(*) > 100 as many, sum(is_caught_up) as late from bot_trades')
  expect(trades).toEqual({ many: 1, late: 0 })
  const [marks] = await rowsOf('select count(distinct hour) > 40 as whole from bot_marks')
  expect(marks).toEqual({ whole: 1 })
  const [alerts] = await rowsOf('select count(*) as alerts, sum(fired_at is null) > 0 as waiting from price_alerts')
  expect(alerts).toEqual({ alerts: 24, waiting: 1 })

  const broadcasts =
    await rowsOf(`select state, total = sent + failed as whole, failed > 0 as failed, clicks > 0 as clicks
    from broadcasts order by created_at, state`)
  expect(broadcasts.slice(0, 2)).toEqual(Array(2).fill({ state: 'finished', whole: 1, failed: 1, clicks: 1 }))
  expect(broadcasts.slice(2).map(({ state }) => state)).toEqual(['draft', 'scheduled'])
  const reasons = await rowsOf("select distinct reason from deliveries where state = 'failed' order by reason")
  expect(reasons).toEqual([{ reason: 'blocked' }, { reason: 'gone' }])
  expect(await rowsOf("select 1 from notices where state = 'pending' and due_at < 0")).toEqual([])
}

/** A second run changes nothing and returns the sign-in details. */
async function expectSecondRunChangesNothing(): Promise<void> {
  const before = await rowsOf('select max(id) from audit_log')
  expect(await makeDemo(config, small)).toEqual({ status: 'known', mark: readMark(config) as never })
  expect(await rowsOf('select max(id) from audit_log')).toEqual(before)
}

/** Removal is refused while a server runs or accounts and subscribers were added since. */
async function expectRemovalRefused(): Promise<void> {
  const lock = takeFileLock(join(config.dataDir, 'feed.lock'))
  expect(await removeDemo(config)).toEqual({ status: 'busy' })
  lock?.release()
  await change(`insert into users (id, login, login_key, name, locale, created_at)
    values ('stranger', 'Eve', 'eve', 'Eve', 'en', 0)`)
  await change(`insert into subscribers (chat_id, locale, name, state, created_at, active_at)
    values (7, 'en', 'Eve', 'active', 0, 0)`)
  expect(await removeDemo(config)).toEqual({ status: 'strangers', logins: ['Eve'], chats: 1 })
  await change("delete from users where id = 'stranger'")
  await change('delete from subscribers where chat_id = 7')
}

/** Removal keeps files that a start has added to the folder. */
async function expectRemovalOfDemoAlone(): Promise<void> {
  await writeFile(join(config.dataDir, 'content.db'), 'kept')
  expect(await removeDemo(config)).toEqual({ status: 'removed' })
  expect((await readdir(config.dataDir)).toSorted()).toEqual(['content.db', 'feed.lock'])
  expect(await removeDemo(config)).toEqual({ status: 'unmarked' })
}
