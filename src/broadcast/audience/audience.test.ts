import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { addBroadcast, addSubscribers, openOutbox } from '../../../tests/outbox.ts'
import { addUsers } from '../../../tests/users.ts'
import type { Db } from '../../db/client.ts'
import type { Audience } from './audience.ts'
import { audienceWhere, countAudience } from './audience-queries.ts'

const now = 1_800_000_000_000
const dayMs = 24 * 3_600_000

/* The eight chats: odd ones in Russian, 1 linked to an administrator, 2 and 3 to other accounts; 7 and 8 have left. */
let db: Db
let broadcast: string
beforeAll(async () => {
  db = await openOutbox()
  await addSubscribers(db, 8)
  const ids = await addUsers(db, [{ login: 'chief', role: 'admin' }, { login: 'anna' }, { login: 'john' }])
  for (const [at, id] of ids.entries()) {
    await db.client.execute({ sql: 'update subscribers set user_id = ? where chat_id = ?', args: [id, at + 1] })
  }
  await db.client.execute("update subscribers set state = iif(chat_id = 7, 'stopped', 'blocked') where chat_id >= 7")
  await db.client.execute({
    sql: 'update subscribers set active_at = ?1 - (chat_id - 1) * ?2 - 1',
    args: [now, 10 * dayMs],
  })
  broadcast = await addBroadcast(db)
  await db.client.execute({
    sql: 'insert into broadcast_clicks (broadcast_id, button, chat_id, at) values (?1, 0, 1, 0), (?1, 1, 4, 0), (?1, 1, 7, 0)',
    args: [broadcast],
  })
})
afterAll(() => db.close())

async function chatsOf(audience: Audience): Promise<number[]> {
  const where = audienceWhere(audience, now)
  const rows = await db.orm.all<{ chat: number }>(
    sql`select chat_id as chat from subscribers where ${where} order by 1`,
  )
  expect(await countAudience(db, audience, now)).toBe(rows.length)
  return rows.map(({ chat }) => chat)
}

test('an audience contains the active subscribers who match all filters', async () => {
  expect(await chatsOf({})).toEqual([1, 2, 3, 4, 5, 6])
  expect(await chatsOf({ locale: 'ru' })).toEqual([1, 3, 5])
  expect(await chatsOf({ activeWithinDays: 10 })).toEqual([1])
  expect(await chatsOf({ activeWithinDays: 11 })).toEqual([1, 2])
  expect(await chatsOf({ isLinked: true })).toEqual([1, 2, 3])
  expect(await chatsOf({ isLinked: false })).toEqual([4, 5, 6])
  expect(await chatsOf({ role: 'admin' })).toEqual([1])
  expect(await chatsOf({ role: 'user' })).toEqual([2, 3])
  expect(await chatsOf({ clicked: { broadcast } })).toEqual([1, 4])
  expect(await chatsOf({ clicked: { broadcast, button: 1 } })).toEqual([4])
  expect(await chatsOf({ clicked: { broadcast: 'none' } })).toEqual([])
  expect(await chatsOf({ chats: [2, 7, 99] })).toEqual([2])
  expect(await chatsOf({ role: 'user', locale: 'ru', activeWithinDays: 30, chats: [1, 2, 3] })).toEqual([3])
})
