import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addPlayedBot } from '../../../tests/played-bots.ts'
import { openBotsDb } from '../../../tests/running-bots.ts'
import { findBot } from '../owner/owner-queries.ts'
import { readStatistics } from './life-statistics.ts'

const hourMs = 3_600_000
const begin = Date.UTC(2026, 0, 5, 12)

let bots: Awaited<ReturnType<typeof openBotsDb>>
beforeAll(async () => {
  bots = await openBotsDb()
})
afterAll(() => bots.close())

test('a bot is in the market in the hours at whose end it holds something', async () => {
  const { db } = bots
  const id = await addPlayedBot(db, { userId: null, name: 'Held', equities: [1000], now: begin })
  const trade = async (number: number, side: string, minutes: number, quantity: number) => {
    const args = [id, number, begin + minutes * 60_000, side, 10_000, quantity, 100, 0]
    await db.writeRaw([{ sql: "insert into bot_trades values (?, ?, ?, ?, ?, ?, ?, ?, 'cross-up', 0)", args }])
  }
  // In by the second hour, half of it out in the third, all of it out in the fourth; in the fifth in and out
  await trade(1, 'buy', 119, 10)
  await trade(2, 'sell', 130, 5)
  await trade(3, 'sell', 180, 5)
  await trade(4, 'buy', 241, 10)
  await trade(5, 'sell', 250, 10)
  const marks = Array.from({ length: 8 }, (_, n) => ({ hour: begin + n * hourMs, equity: 1000e8, close: 10_000 }))
  const row = (await findBot(db, id, undefined))?.row
  if (!row) throw new Error('It is gone')
  const statistics = await readStatistics(db, row, marks)
  expect(statistics).toMatchObject({ exposure: 2 / 8, trades: 5, sales: 3 })
  expect(await readStatistics(db, row, [])).toBeUndefined()
})
