import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { addBuckets } from '../../telegram/limiter/bucket-queries.ts'
import { fillSlice, finish, listWork } from './broadcast-work-queries.ts'
import { claim } from './claim-queries.ts'

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

const slice = () => fillSlice(db, { id, audience: {}, startedAt: start, now: start, rows: 5 })
const take = (now: number) => {
  const broadcast = { id, revision: 1, lane: 'bulk', onUnknown: 'hold' } as const
  return claim(db, { broadcast, holder: 'a', now, leaseMs: 1000, seconds: 0.4, botId: 1, most: 25 })
}
const work = async () => (await listWork(db, start)).map(({ state, isFilling }) => [state, isFilling])

test('whoever is written down is sent to before the last one is, and it is not over before', async () => {
  expect(await work()).toEqual([['preparing', true]])
  expect(await slice()).toBe('more')
  expect(await work()).toEqual([['running', true]])
  expect((await take(start)).rows.map(({ chatId }) => chatId)).toEqual([1, 2, 3, 4, 5])
  await db.client.execute("update deliveries set state = 'sent'")
  await finish(db, id, start)
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: 5 })
  expect([await slice(), await slice()]).toEqual(['more', 'whole'])
  expect(await work()).toEqual([['running', false]])
  expect((await take(start + 1000)).rows.map(({ chatId }) => chatId)).toEqual([6, 7])
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: 7 })
})

test('results wait for a thousand rows at most', async () => {
  await addSubscribers(db, 1500, 8)
  const first = { id, audience: {}, startedAt: start, now: start }
  expect([await fillSlice(db, first), await countsOf(db, id)]).toMatchObject(['more', { total: 1000 }])
})

test('an audience of which everybody has left is whole at once', async () => {
  await db.client.execute("update subscribers set state = 'stopped'")
  expect(await slice()).toBe('whole')
  expect(await work()).toEqual([['running', false]])
})

test('who comes after the start, while it is written down, is not in it', async () => {
  await slice()
  await addSubscribers(db, 3, 8)
  await db.client.execute({ sql: 'update subscribers set created_at = ? where chat_id > 8', args: [start + 1] })
  while ((await slice()) === 'more');
  expect(await countsOf(db, id)).toMatchObject({ total: 8 })
})

test('one that is paused in the middle gets nobody more until it goes on', async () => {
  await slice()
  await db.client.execute("update broadcasts set state = 'paused'")
  expect(await slice()).toBe('whole')
  expect(await countsOf(db, id)).toMatchObject({ state: 'paused', total: 5 })
  await db.client.execute("update broadcasts set state = 'preparing'")
  expect([await slice(), await slice()]).toEqual(['more', 'whole'])
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: 7 })
})
