import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigrated } from '../../../tests/migrated.ts'
import { addPlayedBot } from '../../../tests/played-bots.ts'
import type { Db } from '../../db/client.ts'
import { emptyColumns } from '../../market/columns.ts'
import { findBot } from './owner-queries.ts'
import { createPerformanceHistories } from './performance-histories.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 5, 10, 12, 30)

let folder: string
let db: Db
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-bot-pasts-'))
  db = await openMigrated('app', folder)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

const market = { columns: async () => emptyColumns(0) }

async function historyOf(histories: ReturnType<typeof createPerformanceHistories>, id: string) {
  const bot = await findBot(db, id, undefined)
  const [past] = await histories.of(bot ? [bot.row] : [])
  return { equities: past?.marks.map(({ equity }) => equity / 1e8), sales: past?.sales, wins: past?.wins }
}

const trade = (id: string, number: number, side: 'buy' | 'sell', profit: number) => ({
  sql: `insert into bot_trades values (?, ?, 0, ?, 1, 1, 0, ?, 'person', 0, null)`,
  args: [id, number, side, profit],
})

test('new marks and trades are added to the cache, with the same result as a full read', async () => {
  const id = await addPlayedBot(db, { userId: null, name: 'One', equities: [1000, 1010], now })
  const histories = createPerformanceHistories({ db, market })
  expect(await historyOf(histories, id)).toEqual({ equities: [1000, 1010], sales: 0, wins: 0 })
  const mark = (hours: number, equity: number) => ({
    sql: 'insert or replace into bot_marks values (?, ?, ?, 10000)',
    args: [id, now - (now % hourMs) + hours * hourMs, equity * 1e8],
  })
  await db.writeRaw([trade(id, 1, 'buy', 0), trade(id, 2, 'sell', 5), mark(-1, 1020), mark(0, 1030)])
  const first = { equities: [1000, 1020, 1030], sales: 1, wins: 1 }
  expect(await historyOf(histories, id)).toEqual(first)
  await db.writeRaw([trade(id, 3, 'sell', -5), mark(0, 1040)])
  const then = { equities: [1000, 1020, 1040], sales: 2, wins: 1 }
  expect([await historyOf(histories, id), await historyOf(createPerformanceHistories({ db, market }), id)]).toEqual([
    then,
    then,
  ])
})

test('a restarted bot has nothing of its previous life', async () => {
  const id = await addPlayedBot(db, { userId: null, name: 'Again', equities: [1000, 1010], now })
  await db.writeRaw([trade(id, 1, 'sell', 5)])
  const histories = createPerformanceHistories({ db, market })
  expect(await historyOf(histories, id)).toMatchObject({ sales: 1 })
  await db.writeRaw([
    { sql: 'delete from bot_trades where bot_id = ?', args: [id] },
    { sql: 'delete from bot_marks where bot_id = ?', args: [id] },
    { sql: 'update bots set started_at = ? where id = ?', args: [now, id] },
    trade(id, 1, 'sell', -5),
  ])
  expect(await historyOf(histories, id)).toEqual({ equities: [], sales: 1, wins: 0 })
})

test('the two hundred bots used most recently stay in the cache', async () => {
  const bot = await findBot(
    db,
    await addPlayedBot(db, { userId: null, name: 'Many', equities: [1000], now }),
    undefined,
  )
  if (!bot) throw new Error('There is no bot')
  const readFrom: string[] = []
  const readOne = () => async (id: string | number, after?: string | number) => {
    readFrom.push(`${id} ${after}`)
    return { sales: 0, wins: 0, newest: 7 }
  }
  const histories = createPerformanceHistories({ db: { readOne, readAll: () => async () => [] }, market })
  const rows = Array.from({ length: 201 }, (_, n) => ({ ...bot.row, id: `bot-${n}` }))
  await histories.of(rows)
  await histories.of([...rows.slice(1, 2), ...rows.slice(0, 1), ...rows.slice(1, 3)])
  expect(readFrom.slice(201)).toEqual(['bot-1 7', 'bot-0 0', 'bot-1 7', 'bot-2 0'])
})
