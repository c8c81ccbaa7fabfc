import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigrated } from '../../../tests/migrated.ts'
import type { Db } from '../../db/client.ts'
import { trimBots } from './runner-queries.ts'

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-trim-bots-'))
  db = await openMigrated('app', folder)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

const numbers = (count: number) => `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`

test('the newest log entries, trades, hours and commands of each bot are kept', async () => {
  await db.writeRaw([
    ...['long', 'short'].map((id) => ({
      sql: `insert into bots (id, name, asset, tf, capital, state, revision, played_revision, created_at, updated_at, equity)
        values (?, 'A bot', 'BTCUSDT', 1, 1, 'running', 1, 1, 0, 0, 1)`,
      args: [id],
    })),
    `${numbers(503)} insert into bot_log select 'long', i, 0, '{}' from n`,
    `${numbers(20_003)} insert into bot_trades select 'long', i, i, 'buy', 1, 1, 0, 0, 'cross-up', 0, null from n`,
    `${numbers(26_283)} insert into bot_marks select 'long', i, 1, 1 from n`,
    `${numbers(503)} insert into bot_acts select 'long', i, '{}', 0, i from n`,
    // Log entries of decisions without effects, and of corrections, have limits of their own.
    `${numbers(503)} insert into bot_log
      select 'long', i, 1, '{"kind":"decision","time":1,"signals":{},"intents":[],"dropped":[]}' from n`,
    `insert into bot_log values ('long', 1, 2, '{"kind":"corrected","time":1,"from":1,"to":2}')`,
    "insert into bot_log values ('short', 1, 0, '{}')",
  ])
  await trimBots(db)
  const kept = async (table: string, key: string) => {
    const { rows } = await db.client.execute(
      `select bot_id, count(*) as count, min(${key}) as oldest from ${table} group by 1 order by 1`,
    )
    return rows.map(({ bot_id, count, oldest }) => [bot_id, count, oldest])
  }
  expect(await kept('bot_log', 'time')).toEqual([
    ['long', 1001, 1],
    ['short', 1, 1],
  ])
  expect(await kept('bot_trades', 'id')).toEqual([['long', 20_000, 4]])
  expect(await kept('bot_marks', 'hour')).toEqual([['long', 26_280, 4]])
  expect(await kept('bot_acts', 'id')).toEqual([['long', 500, 4]])
})
