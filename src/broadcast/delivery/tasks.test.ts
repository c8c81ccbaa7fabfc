import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox, statesOf } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { deleteSent, editSent, resolveUnknown, retryFailed } from '../acts/tasks.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { readContent } from '../content.ts'
import { runSender, type Sender } from './run-sender.ts'

let db: Db
let telegram: Telegram
let sender: Sender
beforeEach(async () => {
  db = await openOutbox()
  telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  const log = { error: () => {}, warn: () => {} }
  sender = await runSender({ db, outbox: db, api, most: { bulk: 1000, reply: 100, paid: 1000 }, log })
})
afterEach(async () => {
  await sender.close()
  await telegram.close()
  await db.close()
})

const deps = () => ({ db, now: Date.now })
const request = { address: '10.0.0.1', requestId: 'a-request' }

/** When it is over, with nothing asked of its rows. */
async function over(id: string) {
  await until(async () => {
    const row = await findBroadcast(db, id)
    return row?.task === null && row.state === 'finished'
  })
  return countsOf(db, id)
}

test('failed ones are sent again: who is back gets it, who is no subscriber is skipped', async () => {
  await addSubscribers(db, 6)
  telegram.chats.set('1', 'blocked').set('2', 'blocked')
  const id = await addBroadcast(db)
  expect(await over(id)).toMatchObject({ sent: 4, failed: 2 })
  telegram.chats.clear()
  await db.client.execute("update subscribers set state = 'active' where chat_id = 1")
  expect(await retryFailed(deps(), request, id)).toEqual({ status: 'done' })
  expect(await over(id)).toMatchObject({ total: 6, sent: 5, failed: 0, skipped: 1 })
  expect(await statesOf(db, id)).toEqual({ sent: 5, skipped: 1 })
})

test.each([
  ['assume', 5],
  ['resend', 7],
] as const)('unknown ones are resolved: %s', async (by, delivered) => {
  await addSubscribers(db, 5)
  telegram.faults.next = ['after-500', 'after-cut']
  const id = await addBroadcast(db)
  expect(await over(id)).toMatchObject({ sent: 3, unknown: 2 })
  expect(await resolveUnknown(deps(), request, { id, by })).toEqual({ status: 'done' })
  expect(await over(id)).toMatchObject({ total: 5, sent: 5, unknown: 0 })
  expect(telegram.delivered).toHaveLength(delivered)
  expect(await statesOf(db, id)).toEqual({ sent: 5 })
})

test('what stands in chats is edited, then deleted', async () => {
  await addSubscribers(db, 5)
  const id = await addBroadcast(db)
  await over(id)
  const row = await findBroadcast(db, id)
  if (!row) throw new Error('It is not there')
  const content = { ...readContent(row.content), text: { ru: 'Курс упал', en: 'The rate is down' } }
  expect(await editSent(deps(), request, { id, revision: row.revision, content })).toEqual({ status: 'done' })
  await over(id)
  expect(telegram.delivered.map(({ content }) => content.text).toSorted()).toEqual([
    ...['The rate is down', 'The rate is down'],
    ...['Курс упал', 'Курс упал', 'Курс упал'],
  ])
  expect(await findBroadcast(db, id)).toMatchObject({ taskDone: 5, taskFailed: 0 })
  await db.client.execute({ sql: 'update broadcasts set started_at = ? where id = ?', args: [Date.now(), id] })
  expect(await deleteSent(deps(), request, id)).toEqual({ status: 'done' })
  await over(id)
  expect(telegram.delivered).toEqual([])
  expect(await findBroadcast(db, id)).toMatchObject({ taskDone: 5, taskFailed: 0, sent: 5 })
})
