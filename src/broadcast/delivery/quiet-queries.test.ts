import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { isQuiet, isQuietAt } from './quiet-queries.ts'

let db: Db
beforeAll(async () => {
  db = await openOutbox()
})
afterAll(() => db.close())

/** A time at 09:00 in Moscow, ms UTC */
const nine = Date.UTC(2026, 5, 10, 6)
const minute = 60_000

test('the database and the page agree on quiet hours, also over midnight', async () => {
  for (const [quietFrom, quietTo] of [
    [22 * 60, 9 * 60],
    [9 * 60, 22 * 60],
  ] as const) {
    const id = await addBroadcast(db, { quietFrom, quietTo })
    for (const now of [nine - minute, nine, nine + minute, nine + 13 * 60 * minute, nine + 12 * 60 * minute]) {
      const [row] = await db.orm.all<{ quiet: number }>(
        sql`select ${isQuiet(now)} as quiet from broadcasts where id = ${id}`,
      )
      expect(isQuietAt({ quietFrom, quietTo }, now)).toBe(row?.quiet === 1)
    }
  }
  expect(isQuietAt({ quietFrom: 22 * 60, quietTo: 9 * 60 }, nine - minute)).toBeTrue()
  expect(isQuietAt({ quietFrom: 22 * 60, quietTo: 9 * 60 }, nine)).toBeFalse()
  expect(isQuietAt({ quietFrom: null, quietTo: null }, nine)).toBeFalse()
})
