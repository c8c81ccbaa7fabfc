import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { resumeBroadcast } from '../acts/running.ts'
import { reactivateLost } from '../acts/tasks.ts'
import { runSender, type Sender } from './run-sender.ts'

setDefaultTimeout(60_000)

/** Number of recipients, half of whom get the message before the storm. */
const people = runsOf(3) === 3 ? 1000 : 100
const origin = { address: '10.0.0.1', requestId: 'test' }

let db: Db
let telegram: Telegram
let sender: Sender
beforeAll(async () => {
  db = await openOutbox()
  telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  const log = { error: () => {}, warn: () => {} }
  sender = await runSender({ db, outbox: db, api, most: { bulk: 50, reply: 50, paid: 50 }, log })
})
beforeEach(async () => {
  telegram.chats.clear()
  await db.client.execute('delete from subscribers')
  await addSubscribers(db, people)
})
afterAll(async () => {
  await sender.close()
  await telegram.close()
  await db.close()
})

const active = async () => {
  const { rows } = await db.client.execute("select count(*) as n from subscribers where state = 'active'")
  return rows[0]?.n
}
const ended = (id: string, state: string) => until(async () => (await countsOf(db, id)).state === state)
/** Waits until every answer of Telegram is counted. */
const quiet = () =>
  until(async () => {
    const { rows } = await db.client.execute("select 1 from deliveries where state in ('claimed', 'sending') limit 1")
    return rows.length === 0
  })
const acted = () => ({ db, now: Date.now })

test('a storm of unknown refusals pauses within 40 answers; the rest get it after a resume', async () => {
  telegram.faults.refusal = { code: 403, words: 'Forbidden: USER_RESTRICTED', after: people / 2 }
  const id = await addBroadcast(db)
  await ended(id, 'paused')
  await quiet()
  const { failed } = await countsOf(db, id)
  expect(failed).toBeGreaterThanOrEqual(20)
  expect(failed).toBeLessThanOrEqual(40)
  expect(await active()).toBe(people)
  telegram.faults.refusal = undefined
  expect(await resumeBroadcast(acted(), origin, id)).toMatchObject({ status: 'done' })
  await ended(id, 'finished')
  expect(await countsOf(db, id)).toMatchObject({ sent: people - failed, failed })
})

test('one action reactivates the subscribers that Telegram reported as gone', async () => {
  for (let chat = 1; chat <= 15; chat++) telegram.chats.set(String(chat), 'deactivated')
  const id = await addBroadcast(db)
  await ended(id, 'finished')
  expect(await active()).toBe(people - 15)
  expect(await reactivateLost(acted(), origin, id)).toEqual({ status: 'done', count: 15 })
  expect(await active()).toBe(people)
})
