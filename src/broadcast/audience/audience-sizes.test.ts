import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { createAudienceSizes } from './audience-sizes.ts'

let db: Db
beforeAll(async () => {
  db = await openOutbox()
})
afterAll(() => db.close())

test('sizes are cached for a limited time and in limited number', async () => {
  let now = 0
  const sizes = createAudienceSizes({ db, now: () => now })
  const chats = [9_000_001]
  expect(await sizes.count({ chats })).toBe(0)
  await db.client.execute(
    "insert into subscribers (chat_id, locale, name, state, created_at, active_at) values (9000001, 'ru', '', 'active', 0, 0)",
  )
  expect(await sizes.count({ chats })).toBe(0)
  now = 6000
  expect(await sizes.count({ chats })).toBe(1)
  await db.client.execute('delete from subscribers where chat_id = 9000001')
  for (let at = 0; at < 199; at++) await sizes.count({ chats: [at + 1] })
  expect(await sizes.count({ chats })).toBe(1)
  for (let at = 0; at < 200; at++) await sizes.count({ chats: [at + 1000] })
  expect(await sizes.count({ chats })).toBe(0)
})

test('an empty audience is cached only briefly: the first subscriber shows up soon', async () => {
  let now = 0
  const sizes = createAudienceSizes({ db, now: () => now })
  const chats = [9_000_002]
  const size = () => sizes.count({ chats }, 60_000)
  expect(await size()).toBe(0)
  await db.client.execute(
    "insert into subscribers (chat_id, locale, name, state, created_at, active_at) values (9000002, 'ru', '', 'active', 0, 0)",
  )
  now = 6000
  expect(await size()).toBe(1)
  await db.client.execute('delete from subscribers where chat_id = 9000002')
  now = 60_000
  expect(await size()).toBe(1)
})

test('a failed count is not cached, and does not remove a newer count of the same audience', async () => {
  const first = Promise.withResolvers<void>()
  const failing: Db['orm'] = Object.assign(Object.create(db.orm), { all: () => first.promise })
  let counts = 0
  const counting: Db = {
    ...db,
    get orm() {
      counts++
      return counts === 1 ? failing : db.orm
    },
  }
  const sizes = createAudienceSizes({ db: counting, now: () => 0 })
  const chats = [9_000_003]
  const failed = sizes.count({ chats })
  expect(await sizes.count({ chats }, 0)).toBe(0)
  first.reject(new Error('The database is down'))
  await expect(failed).rejects.toThrow('down')
  expect([await sizes.count({ chats }), counts]).toEqual([0, 2])
})
