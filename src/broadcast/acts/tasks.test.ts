import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { readContent } from '../content.ts'
import { deleteSent, editSent, reactivateLost } from './tasks.ts'

let db: Db
beforeAll(async () => {
  db = await openOutbox()
})
afterAll(() => db.close())

const startedAt = 1_800_000_000_000
const twoDays = 48 * 3_600_000
const origin = { address: '10.0.0.1', requestId: 'test' }

test.each([
  [twoDays - 1, 'done'],
  [twoDays, 'refused'],
] as const)('messages of a broadcast that ended %d ms ago can be deleted: %s', async (passed, status) => {
  const id = await addBroadcast(db, { state: 'finished' })
  const sql = 'update broadcasts set started_at = ?, finished_at = ?, total = 1, sent = 1 where id = ?'
  const endedAt = startedAt + 2 * twoDays
  await db.client.execute({ sql, args: [startedAt, endedAt, id] })
  expect(await deleteSent({ db, now: () => endedAt + passed }, origin, id)).toMatchObject({ status })
})

test('the last messages of a paused broadcast can be deleted days after its start', async () => {
  const id = await addBroadcast(db, { state: 'paused' })
  const sql = 'update broadcasts set started_at = ?, total = 2, sent = 1 where id = ?'
  await db.client.execute({ sql, args: [startedAt, id] })
  const now = () => startedAt + 2 * twoDays
  expect(await deleteSent({ db, now }, origin, id)).toMatchObject({ status: 'done' })
})

test.each([true, false])('an edit cannot add or remove the message after an album: it has buttons: %p', async (had) => {
  const photo = { kind: 'photo', file: 'https://kurs.test/1.jpg' }
  const buttons = [[{ text: { ru: 'Дальше' }, url: 'https://kurs.test' }]]
  const id = await addBroadcast(db, {
    state: 'finished',
    content: { media: [photo, photo], buttons: had ? buttons : [] },
  })
  await db.client.execute({ sql: 'update broadcasts set total = 1, sent = 1 where id = ?', args: [id] })
  const row = await findBroadcast(db, id)
  const content = { ...readContent(row?.content ?? ''), buttons: had ? [] : buttons }
  const edit = { id, revision: 1, content }
  expect(await editSent({ db, now: () => startedAt }, origin, edit)).toMatchObject({
    status: 'faulty',
    problems: [{ field: 'buttons' }],
  })
  const kept = { ...content, buttons: had ? buttons : [], text: { ru: 'Исправлено' } }
  expect(await editSent({ db, now: () => startedAt }, origin, { ...edit, content: kept })).toEqual({ status: 'done' })
})

test('one act reactivates the subscribers lost by a broadcast, with one audit line', async () => {
  const many = 12_000
  await addSubscribers(db, many)
  const [id, other] = [await addBroadcast(db, { state: 'paused' }), await addBroadcast(db, { state: 'paused' })]
  const reasonOf = `case chat_id % 4 when 0 then 'blocked' when 1 then 'gone' when 2 then 'unreachable' else 'other' end`
  const insert = `insert into deliveries (broadcast_id, chat_id, state, reason, locale, name, at)
    select :id, chat_id, 'failed', ${reasonOf}, 'ru', '', 0 from subscribers`
  await db.writeRaw([
    { sql: insert, args: { id } },
    { sql: `update subscribers set state = ${reasonOf} where chat_id % 4 < 3`, args: {} },
    // One subscriber was lost by another broadcast, and one has unsubscribed since.
    { sql: `update deliveries set broadcast_id = :other where chat_id = 1`, args: { other } },
    { sql: `update subscribers set state = 'stopped' where chat_id = 2`, args: {} },
    { sql: 'update broadcasts set failed = :many where id = :id', args: { id, many: many - 1 } },
  ])
  const reactivate = (which: string) => reactivateLost({ db, now: () => startedAt }, origin, which)
  expect(await reactivate(other)).toMatchObject({ status: 'refused' })
  expect(await reactivate('none')).toEqual({ status: 'missing' })
  expect(await reactivate(id)).toEqual({ status: 'done', count: 6000 - 2 })
  expect(await reactivate(id)).toEqual({ status: 'done', count: 0 })
  const states = await db.readAll('select state, count(*) from subscribers group by state order by state')()
  expect(Object.fromEntries(states)).toEqual({ active: 9000 - 2, blocked: 3000, gone: 1, stopped: 1 })
  const lines = await db.readAll("select subject_id from audit_log where act = 'broadcast.reactivate'")()
  expect(lines).toEqual([[`broadcast:${id}`]])
})
