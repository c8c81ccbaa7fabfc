import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigrated } from '../../../tests/migrated.ts'
import { addUsers } from '../../../tests/users.ts'
import type { Db } from '../../db/client.ts'
import { createEvents } from '../../events/events.ts'
import { createLogger } from '../../log/logger.ts'
import { wholeUnits } from '../../market/units.ts'
import { wholeMoney } from '../engine/money.ts'
import type { Plan } from '../plan.ts'
import { listNewRevisions, listWaitingCommands } from '../running/runner-queries.ts'
import { createBot, type OwnerDeps, pauseBot, removeBot, resumeBot, reviseBot, startBot, stopAll } from './own-bots.ts'
import { findBot, listBots, listRevisions } from './owner-queries.ts'

const costs = { takerFee: 1000, makerFee: 1000, spread: 0, slippage: 500 }
const plan: Plan = { strategy: 'ma-cross', params: { fast: 2, slow: 5 }, costs, order: 'nearest' }
const draft = { name: 'A bot', asset: 'BTCUSDT', tf: 5 as const, capital: wholeMoney(1000 * 1e8), plan }
const minute = Date.UTC(2026, 0, 5, 12, 30)

let folder: string
let deps: OwnerDeps
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-own-bots-'))
  db = await openMigrated('app', folder)
  const events = createEvents(createLogger({ level: 'silent', write: () => {} }))
  const one = wholeUnits(1)
  const candle = { openTime: minute, open: one, high: one, low: one, close: one, volume: one }
  deps = {
    db,
    events,
    now: () => minute + 90_000,
    market: {
      feed: { id: 'demo' },
      instrument: (asset) => ({ asset, base: 'A', quote: 'USDT', name: asset, priceDigits: 2, volumeDigits: 3 }),
      current: (asset, tf) =>
        asset === 'BTCUSDT' ? { ...candle, asset, tf, isClosed: false, time: minute + 5000 } : undefined,
    },
  }
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

async function person(): Promise<string> {
  const [id = ''] = await addUsers(db, [{ login: `owner-${crypto.randomUUID().slice(0, 8)}` }])
  return id
}

async function add(userId: string | null, more: Partial<typeof draft> = {}): Promise<string> {
  const made = await createBot(deps, { ...draft, ...more, userId })
  if (made.status !== 'created') throw new Error(made.status)
  return made.id
}

async function rowOf(id: string, userId?: string) {
  const found = await findBot(db, id, userId)
  if (!found) throw new Error(`There is no bot ${id}`)
  return found.row
}

test('a started draft begins with the current minute', async () => {
  const userId = await person()
  const id = await add(userId)
  expect(await rowOf(id, userId)).toMatchObject({ state: 'draft', revision: 1, equity: 1000 * 1e8 })
  expect(await startBot(deps, await rowOf(id, userId))).toEqual({ status: 'started' })
  expect(await rowOf(id, userId)).toMatchObject({
    state: 'running',
    source: 'demo',
    startedAt: minute,
    cursor: minute - 60_000,
  })
  expect((await listRevisions(db, id)).map(({ playedAfter }) => playedAfter)).toEqual([minute - 60_000])
  expect(await startBot(deps, await rowOf(id, userId))).toEqual({ status: 'refused' })
  const priceless = await add(userId, { asset: 'NEWUSDT' })
  expect(await startBot(deps, await rowOf(priceless, userId))).toEqual({ status: 'no-prices' })
})

test('nobody sees the bots of others; everybody sees public bots', async () => {
  const [one, other] = [await person(), await person()]
  const [own, shown] = [await add(one), await add(null)]
  expect(await findBot(db, own, other)).toBeUndefined()
  expect(await findBot(db, own, undefined)).toBeUndefined()
  const seenBy = async (userId?: string) => (await listBots(db, userId)).map(({ row }) => row.id)
  expect(await seenBy(one)).toEqual([own, shown])
  expect(await seenBy(other)).toEqual([shown])
  expect(await seenBy()).toEqual([shown])
})

test('a manual account is in no list of bots and continues when all bots are stopped', async () => {
  const userId = await person()
  const bot = await add(userId)
  const account = await createBot(deps, { ...draft, userId, kind: 'manual' })
  if (account.status !== 'created') throw new Error(account.status)
  for (const id of [bot, account.id]) await startBot(deps, await rowOf(id, userId))
  const listed = (await listBots(db, userId)).map(({ row }) => row.id)
  expect([listed.includes(bot), listed.includes(account.id)]).toEqual([true, false])
  expect(await stopAll(deps, userId)).toBe(1)
  expect((await listWaitingCommands(db, account.id)).length).toBe(0)
})

test('a person has at most 50 bots, of which 10 run', async () => {
  const userId = await person()
  const ids = await Promise.all(Array.from({ length: 50 }, () => add(userId)))
  expect(await createBot(deps, { ...draft, userId })).toEqual({ status: 'too-many' })
  for (const id of ids.slice(0, 10))
    expect(await startBot(deps, await rowOf(id, userId))).toEqual({ status: 'started' })
  expect(await startBot(deps, await rowOf(ids[10] ?? '', userId))).toEqual({ status: 'refused' })
  expect(await removeBot(deps, ids[0] ?? '')).toBe(false)
  expect(await removeBot(deps, ids[49] ?? '')).toBe(true)
  expect(await stopAll(deps, userId)).toBe(10)
  // The stop takes effect after this minute, because the owner has already seen its prices.
  const [act] = await listWaitingCommands(db, ids[1] ?? '')
  expect(act?.act).toEqual({ do: 'halt', reason: 'stopped', sell: true, after: minute })
})

test('at most 100 commands wait for a bot; a draft accepts none', async () => {
  const userId = await person()
  const id = await add(userId)
  const row = await rowOf(id, userId)
  expect(await pauseBot(deps, row)).toBe(false)
  await startBot(deps, row)
  for (let n = 0; n < 100; n++) expect(await (n % 2 ? resumeBot : pauseBot)(deps, row)).toBe(true)
  expect(await pauseBot(deps, row)).toBe(false)
  // Neither command takes effect in a minute whose prices the owner has already seen.
  expect((await listWaitingCommands(db, id)).slice(0, 2).map(({ act }) => act)).toEqual([
    { do: 'pause', after: minute },
    { do: 'resume', after: minute },
  ])
})

test('an edit creates a revision of the newest one only, 200 at most', async () => {
  const userId = await person()
  const id = await add(userId)
  const first = await rowOf(id, userId)
  const other = { ...plan, params: { fast: 3, slow: 9 } }
  expect(await reviseBot(deps, { row: first, name: 'Slower', plan: other })).toBe('revised')
  expect(await reviseBot(deps, { row: first, name: 'Late', plan })).toBe('changed-since')
  expect(await findBot(db, id, userId)).toMatchObject({
    plan: other,
    row: { name: 'Slower', revision: 2, playedRevision: 2 },
  })
  await startBot(deps, await rowOf(id, userId))
  expect(await reviseBot(deps, { row: await rowOf(id, userId), name: 'Live', plan })).toBe('revised')
  expect(await rowOf(id, userId)).toMatchObject({ revision: 3, playedRevision: 2 })
  expect((await listNewRevisions(db, id, 1)).map(({ revision, after }) => [revision, after])).toEqual([
    [2, undefined],
    [3, minute],
  ])
  expect((await findBot(db, id, userId))?.plan).toEqual(plan)
  await db.writeRaw([
    { sql: 'update bots set revision = 200 where id = ?', args: [id] },
    {
      sql: 'insert into bot_revisions select bot_id, 200, plan, 0, null from bot_revisions where bot_id = ? and revision = 3',
      args: [id],
    },
  ])
  const full = await rowOf(id, userId)
  expect(await reviseBot(deps, { row: { ...full, revision: 199 }, name: 'Late', plan })).toBe('changed-since')
  expect(await reviseBot(deps, { row: full, name: 'Too many', plan })).toBe('too-many')
  expect((await listRevisions(db, id)).map(({ revision }) => revision)).toEqual([1, 2, 3, 200])
})
