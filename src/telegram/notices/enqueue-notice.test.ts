import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openMigrated } from '../../../tests/migrated.ts'
import type { Db } from '../../db/client.ts'
import { enqueueNotice } from './enqueue-notice.ts'

let db: Db
beforeAll(async () => {
  db = await openMigrated('app')
})
beforeEach(async () => {
  await db.client.execute('delete from notices')
})
afterAll(() => db.close())

const params = { text: 'Курс вырос' }

test('a notice with a reason is sent once, whatever else is sent', async () => {
  expect(await enqueueNotice(db, { chatId: 7, params, reason: 'alert:1' }, 1000)).toEqual({ status: 'said' })
  expect(await enqueueNotice(db, { chatId: 7, params, reason: 'alert:1' }, 2000)).toEqual({ status: 'known' })
  expect(await enqueueNotice(db, { chatId: 7, params }, 3000)).toEqual({ status: 'said' })
  const { rows } = await db.client.execute('select method, payload, due_at, expires_at, state from notices order by id')
  expect(rows.map((row) => ({ ...row }))).toMatchObject([
    { method: 'sendMessage', payload: '{"text":"Курс вырос"}', due_at: 1000, expires_at: 3_601_000, state: 'pending' },
    { due_at: 3000 },
  ])
})

test('answers take at most half of the room, which leaves some for notices with a reason', async () => {
  const fill = (many: number) =>
    db.client.execute({
      sql: `with recursive n(at) as (select 1 union all select at + 1 from n where at < ?)
        insert into notices (chat_id, method, payload, created_at, due_at, expires_at) select at, '', '', 0, 0, 0 from n`,
      args: [many],
    })
  await fill(4999)
  expect(await enqueueNotice(db, { chatId: 7, params })).toEqual({ status: 'said' })
  expect(await enqueueNotice(db, { chatId: 7, params })).toEqual({ status: 'crowded' })
  expect(await enqueueNotice(db, { chatId: 7, params, reason: 'alert:2' })).toEqual({ status: 'said' })
  await fill(5000)
  expect(await enqueueNotice(db, { chatId: 7, params, reason: 'alert:3' })).toEqual({ status: 'crowded' })
})
