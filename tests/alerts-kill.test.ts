import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onceWithoutEnd } from '../src/alerts/alert.ts'
import { insertAlert } from '../src/alerts/queries.ts'
import type { Db } from '../src/db/client.ts'
import { minuteMs } from '../src/market/timeframe.ts'
import { marketStart } from './alerts-market.ts'
import { openMigrated } from './migrated.ts'
import { programOf } from './programs.ts'
import { runsOf } from './property-runs.ts'
import { until } from './until.ts'
import { addUsers } from './users.ts'

setDefaultTimeout(300_000)

const kills = runsOf(30)
const people = 4
/** Minutes of the market: about a second of real time for each kill */
const minutes = Math.min(190, kills * 10)

let folder = ''
let db: Db
let child: Bun.Subprocess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-alerts-kill-'))
  db = await openMigrated('app', folder)
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await child?.exited
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

async function addPeople(): Promise<string[]> {
  const ids = await addUsers(
    db,
    Array.from({ length: people }, (_, index) => ({ login: `watcher-${index}` })),
  )
  for (const [index, id] of ids.entries()) {
    const sql = `insert into subscribers (chat_id, locale, name, state, user_id, wants_alerts, wants_reports, created_at, active_at)
      values (?, 'en', 'Anna', 'active', ?, 1, 1, 0, 0)`
    await db.client.execute({ sql, args: [1000 + index, id] })
  }
  return ids
}

const idle = { note: '', details: null, createdAt: marketStart, firedAt: null, firedPrice: null, seenAt: null }
const newId = () => Bun.randomUUIDv7('hex', marketStart)

test('a watcher that is killed fires each alert exactly once and tells it at least once', async () => {
  const ids = await addPeople()
  // Counts each firing in the database itself.
  await db.client.execute('create table firings (id text)')
  await db.client.execute(`create trigger count_firings after update of fired_at on price_alerts
    when new.fired_at is not null begin insert into firings values (new.id); end`)
  for (let minute = 1; minute <= minutes; minute++) {
    const userId = ids[minute % people] ?? ''
    const level = { asset: 'BTCUSDT', kind: 'level', value: 100 + minute, basePrice: 100 } as const
    expect(await insertAlert(db, { ...idle, ...onceWithoutEnd, ...level, id: newId(), userId })).toBe('made')
  }
  const pauseMs = 2 * minuteMs
  const [owner = ''] = ids
  const again = { asset: 'ETHUSDT', kind: 'level', value: 100, basePrice: 90 } as const
  await insertAlert(db, { ...idle, ...onceWithoutEnd, ...again, id: newId(), userId: owner, pauseMs })

  const began = Date.now()
  const start = () => {
    const words = [process.execPath, programOf('tests/alerts-process.ts'), join(folder, 'app.db'), String(began)]
    child = Bun.spawn(words, { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' })
  }
  for (let kill = 0; kill < kills; kill++) {
    start()
    await Bun.sleep(300 + Math.random() * 700)
    child?.kill('SIGKILL')
    await child?.exited
  }
  start()
  const rowsOf = async (sql: string) => (await db.client.execute(sql)).rows
  await until(async () => {
    const [row] = await rowsOf(`select count(*) as n from price_alerts where asset = 'BTCUSDT' and fired_at is null`)
    return row?.n === 0
  })
  const firings = await rowsOf('select id, count(*) as n from firings group by id')
  expect(firings.map(({ n }) => n)).toEqual(Array.from({ length: minutes }, () => 1))
  const repeated =
    await rowsOf(`select fired_at as at from price_alerts where asset = 'ETHUSDT' and fired_at is not null
    order by fired_at`)
  expect(repeated.length).toBeGreaterThan(0)
  for (const [index, { at }] of repeated.entries()) {
    const former = repeated[index - 1]?.at
    if (former !== undefined) expect(Number(at) - Number(former)).toBeGreaterThanOrEqual(pauseMs)
  }
  const untold = `select count(*) as n from price_alerts where fired_at is not null
    and not exists (select 1 from notices where reason = 'alert:' || price_alerts.id)`
  await until(async () => (await rowsOf(untold))[0]?.n === 0)
  process.stdout.write(`${kills} kills, ${minutes} alerts, ${repeated.length} repeated firings\n`)
})
