import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { listWork } from './broadcast-work-queries.ts'

let db: Db
beforeEach(async () => {
  db = await openOutbox()
})
afterEach(() => db.close())

/** Returns the time of an hour in Moscow, ms UTC */
const moscow = (hour: number, minute = 0) => Date.UTC(2026, 10, 22, hour - 3, minute)
const listed = async (now: number) => (await listWork(db, now)).map(({ id }) => id)

test('broadcasts in quiet hours block no other broadcast, however many there are', async () => {
  for (let n = 0; n < 100; n++) await addBroadcast(db, { state: 'running', quietFrom: 22 * 60, quietTo: 8 * 60 })
  const open = await addBroadcast(db, { state: 'running' })
  await db.client.execute({ sql: 'update broadcasts set started_at = 1 where id = ?', args: [open] })
  expect(await listed(moscow(23))).toEqual([open])
  expect(await listed(moscow(12))).toHaveLength(100)
})

test.each([
  ['over midnight', 22 * 60, 8 * 60, { [moscow(21, 59)]: 1, [moscow(22)]: 0, [moscow(7, 59)]: 0, [moscow(8)]: 1 }],
  ['by day', 9 * 60, 18 * 60, { [moscow(8, 59)]: 1, [moscow(9)]: 0, [moscow(17, 59)]: 0, [moscow(18)]: 1 }],
  ['none', undefined, undefined, { [moscow(0)]: 1, [moscow(12)]: 1 }],
])('quiet hours include their first minute and exclude their last: %s', async (_, quietFrom, quietTo, open) => {
  const hours = quietFrom === undefined ? {} : { quietFrom, quietTo }
  await addBroadcast(db, { state: 'running', ...hours })
  for (const [now, many] of Object.entries(open)) expect(await listed(Number(now))).toHaveLength(many)
})

test('a broadcast waiting for its winner is not listed until its time is over or a row is due', async () => {
  const id = await addBroadcast(db, { state: 'running', trialPercent: 10, trialMinutes: 60 })
  const set = (what: string) => db.client.execute({ sql: `update broadcasts set ${what} where id = ?`, args: [id] })
  const add = (chat: number, state: string) =>
    db.client.execute({
      sql: `insert into deliveries (broadcast_id, chat_id, locale, name, state, at) values (?, ?, 'ru', '', ?, 0)`,
      args: [id, chat, state],
    })
  await set('is_snapshot_whole = 1')
  await add(1, 'held')
  expect(await listed(5)).toEqual([id])
  await set('trial_ends_at = 1000')
  expect([await listed(5), await listed(1000)]).toEqual([[], [id]])
  await set('trial_ends_at = null, trial_minutes = null')
  expect(await listed(5)).toEqual([])
  await add(2, 'pending')
  expect(await listed(5)).toEqual([id])
  await db.client.execute("delete from deliveries where state = 'pending'")
  await set('winner = 0')
  expect(await listed(5)).toEqual([id])
})
