import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { addBuckets } from '../../telegram/limiter/bucket-queries.ts'
import { findPlan, finishIfDone, listWork, startScheduled } from './broadcast-work-queries.ts'
import { claim, recordIntents } from './claim-queries.ts'
import { fillSlice } from './fill-queries.ts'
import { changeOf } from './outcome-change.ts'
import { recordResults } from './result-queries.ts'

const start = 1_800_000_000_000
let db: Db
let id: string
beforeEach(async () => {
  db = await openOutbox()
  await addBuckets(db, { botId: 1, most: { bulk: 25, reply: 4, paid: 1000 } })
  await addSubscribers(db, 7)
  id = await addBroadcast(db)
})
afterEach(() => db.close())

const slice = (now = start, until = start) => fillSlice(db, { id, audience: {}, startedAt: start, until, now, rows: 5 })
const take = (now: number) => {
  const broadcast = { id, revision: 1, lane: 'bulk', onUnknown: 'hold' } as const
  return claim(db, { broadcast, leaseOwner: 'a', now, leaseMs: 1000, seconds: 0.4, botId: 1, most: 25 })
}
const work = async () => (await listWork(db, start)).map(({ state, isFilling }) => [state, isFilling])

test('recipients already written are sent to before the last one is; it does not finish earlier', async () => {
  expect(await work()).toEqual([['preparing', true]])
  expect(await slice()).toBe('more')
  expect(await work()).toEqual([['running', true]])
  expect((await take(start)).rows.map(({ chatId }) => chatId)).toEqual([1, 2, 3, 4, 5])
  await db.client.execute("update deliveries set state = 'sent'")
  await finishIfDone(db, id, start)
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: 5 })
  expect(await slice()).toBe('whole')
  expect(await work()).toEqual([['running', false]])
  expect((await take(start + 1000)).rows.map(({ chatId }) => chatId)).toEqual([6, 7])
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: 7 })
})

test('one slice writes at most a thousand rows, so results do not wait longer', async () => {
  await addSubscribers(db, 1500, 8)
  const first = { id, audience: {}, startedAt: start, until: start, now: start }
  expect([await fillSlice(db, first), await countsOf(db, id)]).toMatchObject(['more', { total: 1000 }])
})

test('an audience that everybody has left is whole at once', async () => {
  await db.client.execute("update subscribers set state = 'stopped'")
  expect(await slice()).toBe('whole')
  expect(await work()).toEqual([['running', false]])
})

test('people who subscribe after the start, during filling, are not included', async () => {
  await slice()
  await addSubscribers(db, 3, 8)
  await db.client.execute({ sql: 'update subscribers set created_at = ? where chat_id > 8', args: [start + 1] })
  // One of the new people subscribes between the reading of the clock and the write.
  await db.client.execute({ sql: 'update subscribers set created_at = ? where chat_id = 11', args: [start + 3] })
  while ((await slice(start + 2)) === 'more');
  expect(await countsOf(db, id)).toMatchObject({ total: 8 })
})

test('people who subscribed by a clock that was set back later are included', async () => {
  await db.client.execute({ sql: 'update subscribers set created_at = ?', args: [start + 600_000] })
  const scheduled = await addBroadcast(db, { state: 'scheduled', scheduledAt: start })
  await startScheduled(db, scheduled, start)
  expect(await findPlan(db, scheduled)).toMatchObject({ startedAt: start, audienceUntil: start + 600_000 })
  while ((await slice(start + 1000, start + 600_000)) === 'more');
  expect(await countsOf(db, id)).toMatchObject({ total: 7 })
})

test('a chat that migrates to another id during filling leaves nobody else out', async () => {
  await addSubscribers(db, 13, 8)
  await slice()
  const [row] = (await take(start)).rows
  if (!row) throw new Error('The first five can be claimed.')
  await recordIntents(db, [row], { leaseOwner: 'a', now: start, leaseMs: 1000, botId: 1 })
  const outcome = { status: 'refused', kind: 'migrated', error: 'upgraded', migrateTo: 18 } as const
  const { change } = changeOf(row, outcome, { onUnknown: 'hold', now: start })
  await recordResults(db, [{ ...change, hasNext: false }], { leaseOwner: 'a', now: start })
  while ((await slice()) === 'more');
  const { rows } = await db.client.execute('select chat_id from deliveries order by chat_id')
  expect(rows.map(({ chat_id }) => chat_id)).toEqual(Array.from({ length: 19 }, (_, n) => n + 2))
})

test('a narrow audience is found completely, and each slice ends by the number of rows scanned', async () => {
  await addSubscribers(db, 1, -1_000_000_000_500)
  const few = { id, startedAt: start, until: start, now: start, looks: 3 }
  expect(await fillSlice(db, { ...few, audience: { locale: 'en' } })).toBe('more')
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: 2 })
  expect(await fillSlice(db, { ...few, audience: { locale: 'en' } })).toBe('more')
  expect(await fillSlice(db, { ...few, audience: { locale: 'en' } })).toBe('whole')
  const { rows } = await db.client.execute('select chat_id from deliveries order by chat_id')
  expect(rows.map(({ chat_id }) => chat_id)).toEqual([-1_000_000_000_500, 2, 4, 6])
  const named = await addBroadcast(db)
  expect(await fillSlice(db, { ...few, id: named, audience: { chats: [-1_000_000_000_500, 7] } })).toBe('whole')
  expect(await countsOf(db, named)).toMatchObject({ total: 2 })
})

test('a broadcast paused during filling adds no recipients until it is resumed', async () => {
  await slice()
  await db.client.execute("update broadcasts set state = 'paused'")
  expect(await slice()).toBe('stopped')
  expect(await countsOf(db, id)).toMatchObject({ state: 'paused', total: 5 })
  await db.client.execute("update broadcasts set state = 'preparing'")
  expect([await slice(), await slice()]).toEqual(['whole', 'stopped'])
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: 7 })
})
