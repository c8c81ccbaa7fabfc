import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addPlayedBot } from '../../../tests/played-bots.ts'
import { openBotsDb } from '../../../tests/running-bots.ts'
import { findBot } from '../owner/owner-queries.ts'
import { readStatistics } from './bot-view.ts'

const hourMs = 3_600_000
const begin = Date.UTC(2026, 0, 5, 12)

let bots: Awaited<ReturnType<typeof openBotsDb>>
beforeAll(async () => {
  bots = await openBotsDb()
})
afterAll(() => bots.close())

test('exposure counts the hours at whose end a bot holds something', async () => {
  const { db } = bots
  const id = await addPlayedBot(db, { userId: null, name: 'Held', equities: [1000], now: begin })
  const trade = async (number: number, side: string, minutes: number, quantity: number) => {
    const args = [id, number, begin + minutes * 60_000, side, 10_000, quantity, 100, 0]
    await db.writeRaw([{ sql: "insert into bot_trades values (?, ?, ?, ?, ?, ?, ?, ?, 'cross-up', 0, null)", args }])
  }
  // The bot buys in the second hour, sells half in the third and the rest in the fourth; buys and sells in the fifth.
  await trade(1, 'buy', 119, 10)
  await trade(2, 'sell', 130, 5)
  await trade(3, 'sell', 180, 5)
  await trade(4, 'buy', 241, 10)
  await trade(5, 'sell', 250, 10)
  await mark(id, 8, () => 1000)
  expect(await statisticsOfBot(id)).toMatchObject({ exposure: 2 / 8, trades: 5, sales: 3 })
})

test('a bot has no statistics before its first hour ends', async () => {
  const id = await addPlayedBot(bots.db, { userId: null, name: 'New', now: begin })
  expect(await statisticsOfBot(id)).toBeUndefined()
})

test('the statistics of a bot older than its curve cover its whole life', async () => {
  const id = await addPlayedBot(bots.db, { userId: null, name: 'Old', now: begin })
  const days = 200
  // The equity grows by half in the first hundred days, and does not change afterwards.
  await mark(id, days * 24, (hour) => Math.min(1500, 1000 + (500 * hour) / (days * 12)))
  const { cagr = 0, longestDrawdownMs } = (await statisticsOfBot(id)) ?? {}
  expect(cagr).toBeCloseTo(1.5 ** (365.25 / days) - 1, 6)
  expect(longestDrawdownMs).toBe(0)
})

async function statisticsOfBot(id: string) {
  const row = (await findBot(bots.db, id, undefined))?.row
  if (!row) throw new Error('It is gone')
  return readStatistics(bots.db, row)
}

/** Stores the equity at the end of each hour since the start. */
async function mark(id: string, hours: number, equityAt: (hour: number) => number): Promise<void> {
  const marks = Array.from({ length: hours }, (_, n) => [begin + n * hourMs, Math.round(equityAt(n) * 1e8)])
  await bots.db.writeRaw([
    { sql: 'delete from bot_marks where bot_id = ?', args: [id] },
    {
      sql: 'insert into bot_marks select ?, value ->> 0, value ->> 1, 10000 from json_each(?)',
      args: [id, JSON.stringify(marks)],
    },
  ])
}
