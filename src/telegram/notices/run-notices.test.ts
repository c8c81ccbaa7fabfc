import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { endedHolder } from '../../../tests/ended-holder.ts'
import { addSubscribers, openOutbox } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import { createBotApi } from '../api/bot-api.ts'
import { enqueueNotice } from './enqueue-notice.ts'
import { trimNotices } from './notice-queries.ts'
import { runNotices } from './run-notices.ts'
import { sealParams } from './sealed-params.ts'

let db: Db
let telegram: Telegram
let close: (() => Promise<void>)[] = []
beforeEach(async () => {
  db = await openOutbox()
  telegram = startTelegram()
})
afterEach(async () => {
  for (const each of close) await each()
  close = []
  await telegram.close()
  await db.close()
})

const log = { error: () => {}, warn: () => {} }

async function run(reply = 20): Promise<void> {
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  close.push(
    (await runNotices({ outbox: db, api, token: telegram.token, most: { bulk: 25, reply, paid: 1000 }, log })).close,
  )
}

const states = async () => {
  const { rows } = await db.client.execute('select state from notices order by id')
  return rows.map(({ state }) => String(state))
}
const settled = () =>
  until(async () => (await states()).every((state) => !['pending', 'claimed', 'sending'].includes(state)))

test('a notice with a secret is sealed in the database, and sent in full', async () => {
  const params = sealParams(telegram.token, { text: 'https://kurs.test/new-password?token=abc' })
  await enqueueNotice(db, { chatId: 7, params })
  const { rows } = await db.client.execute('select payload from notices')
  expect(String(rows[0]?.payload)).toMatch(/^\{"sealed":"[\w-]+"\}$/)
  await run()
  await settled()
  expect(telegram.delivered.map(({ content }) => content.text)).toEqual(['https://kurs.test/new-password?token=abc'])
})

test('a notice that the present token cannot open is refused at once, and sent to nobody', async () => {
  await enqueueNotice(db, { chatId: 7, params: sealParams('1000001:before', { text: 'A link' }) })
  await enqueueNotice(db, { chatId: 8, params: { text: 'Next' } })
  await run()
  await settled()
  const { rows } = await db.client.execute('select state, error from notices order by id')
  expect(rows.map(({ state, error }) => [state, error])).toEqual([
    ['failed', 'The notice was sealed with another token of the bot'],
    ['sent', null],
  ])
  expect(telegram.delivered.map(({ content }) => content.text)).toEqual(['Next'])
})

test('several processes send each notice once, in the order of creation', async () => {
  for (let n = 0; n < 8; n++) await enqueueNotice(db, { chatId: 7, params: { text: `Notice ${n}` } })
  await run()
  await run()
  await settled()
  expect(telegram.delivered.map(({ content }) => content.text)).toEqual(
    Array.from({ length: 8 }, (_, n) => `Notice ${n}`),
  )
})

test('sending ends cleanly although nothing can be written', async () => {
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  let isAway = false
  const outbox: Db = {
    ...db,
    writeRaw: async (...words) => {
      if (isAway) throw new UnwritableError('app.db', 'unreachable', undefined)
      return db.writeRaw(...words)
    },
  }
  const notices = await runNotices({
    outbox,
    api,
    token: telegram.token,
    most: { bulk: 25, reply: 20, paid: 1000 },
    log,
  })
  for (let chatId = 1; chatId <= 8; chatId++) await enqueueNotice(db, { chatId, params: { text: 'A notice' } })
  await until(() => telegram.delivered.length > 0)
  isAway = true
  await expect(notices.close()).resolves.toBeUndefined()
})

test('a chat gets one message at a time: two requests at once could arrive in reverse order', async () => {
  for (let n = 0; n < 3; n++) await enqueueNotice(db, { chatId: 7, params: { text: `Notice ${n}` } })
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  const { promise: areAllDue, resolve } = Promise.withResolvers<void>()
  const underway: number[] = []
  let count = 0
  const call: typeof api.call = async (...request) => {
    underway.push(++count)
    await areAllDue
    const outcome = await api.call(...request)
    count--
    return outcome
  }
  const most = { bulk: 25, reply: 20, paid: 1000 }
  close.push((await runNotices({ outbox: db, api: { ...api, call }, token: telegram.token, most, log })).close)
  await until(async () => (await states()).join() === 'sending,pending,pending')
  resolve()
  await settled()
  expect(underway).toEqual([1, 1, 1])
})

test('a chat that blocked the bot is unsubscribed; an interrupted notice is not repeated', async () => {
  await addSubscribers(db, 2)
  telegram.chats.set('1', 'blocked')
  telegram.faults.next = ['after-500']
  await enqueueNotice(db, { chatId: 2, params: { text: 'a' } })
  await enqueueNotice(db, { chatId: 1, params: { text: 'b' } })
  await enqueueNotice(db, { chatId: 2, params: { text: 'c' } }, Date.now() - 3_600_001)
  await run()
  await until(async () => (await states()).join() === 'unknown,failed,pending')
  const { rows } = await db.client.execute('select state from subscribers order by chat_id')
  expect(rows.map(({ state }) => state)).toEqual(['blocked', 'active'])
  await trimNotices(db, Date.now())
  expect(await states()).toEqual(['unknown', 'failed'])
  await trimNotices(db, Date.now() + 8 * 24 * 3600_000)
  expect(await states()).toEqual([])
  expect(telegram.delivered).toHaveLength(1)
})

const held: [string, () => string, number][] = [
  ['its lease is over', () => 'dead', 1],
  ['it has ended here', endedHolder, 2 ** 52],
]
test.each(process.platform === 'linux' ? held : held.slice(0, 1))(
  'a claimed notice of a dead process is sent by the next one: %s',
  async (_, holder, leaseUntil) => {
    await enqueueNotice(db, { chatId: 7, params: { text: 'claimed' } })
    await enqueueNotice(db, { chatId: 7, params: { text: 'begun' } })
    await db.client.execute({
      sql: "update notices set holder = ?, lease_until = ?, state = case id when 1 then 'claimed' else 'sending' end",
      args: [holder(), leaseUntil],
    })
    await run()
    await settled()
    expect(await states()).toEqual(['sent', 'unknown'])
    expect(telegram.delivered.map(({ content }) => content.text)).toEqual(['claimed'])
  },
)

test('a notice with a reason does not wait behind answers to strangers', async () => {
  for (let n = 0; n < 3; n++) await enqueueNotice(db, { chatId: 8 + n, params: { text: 'An answer' } })
  await enqueueNotice(db, { chatId: 7, reason: 'alert:1', params: { text: 'An alert' } })
  await run(4)
  await until(() => telegram.delivered.length > 0)
  expect(telegram.delivered[0]?.content.text).toBe('An alert')
})

test('rapid requests of a chat get one answer a second, and hold up nobody else', async () => {
  await telegram.close()
  telegram = startTelegram({ perSecond: 30, perChat: 1 })
  for (let n = 0; n < 4; n++) await enqueueNotice(db, { chatId: 7, params: { text: `Answer ${n}` } })
  await enqueueNotice(db, { chatId: 8, params: { text: 'Answer 4' } })
  await run()
  await settled()
  expect(telegram.counts.get('sendMessage')).toBe(5)
  expect(telegram.delivered[1]?.chatId).toBe('8')
  const { rows } = await db.client.execute('select max(frozen_until) from rate_buckets')
  expect(Number(rows[0]?.[0])).toBe(0)
})

test('answers to clicks are no messages to Telegram: thirty of them delay no message', async () => {
  for (let n = 1; n <= 30; n++) {
    await enqueueNotice(db, { chatId: n, method: 'answerCallbackQuery', params: { callback_query_id: `${n}` } })
  }
  await enqueueNotice(db, { chatId: 99, params: { text: 'A price' } })
  // At this rate, one message is sent at once, and the next one in a quarter of an hour.
  await run(0.001)
  await settled()
  expect(telegram.delivered.map(({ content }) => content.text)).toEqual(['A price'])
  expect(telegram.counts.get('answerCallbackQuery')).toBe(30)
})

test('the token of another bot unsubscribes nobody, even if it answers people of its own', async () => {
  const strangers = 6
  await addSubscribers(db, strangers)
  for (let chat = 1; chat <= strangers; chat++) {
    telegram.chats.set(String(chat), 'not-found')
    await enqueueNotice(db, { chatId: 100 + chat, params: { text: 'An answer' } })
    await enqueueNotice(db, { chatId: chat, reason: `alert:${chat}`, params: { text: 'An alert' } })
  }
  await run()
  await settled()
  const { rows } = await db.client.execute("select count(*) from subscribers where state = 'active'")
  expect(rows[0]?.[0]).toBe(strangers)
})

test('an unknown chat among known ones is unsubscribed', async () => {
  await addSubscribers(db, 3)
  telegram.chats.set('3', 'not-found')
  for (const chatId of [1, 2])
    await enqueueNotice(db, { chatId, reason: `alert:${chatId}`, params: { text: 'An alert' } })
  await run()
  await settled()
  await enqueueNotice(db, { chatId: 3, reason: 'alert:3', params: { text: 'An alert' } })
  await settled()
  const { rows } = await db.client.execute('select state from subscribers order by chat_id')
  expect(rows.map(({ state }) => state)).toEqual(['active', 'active', 'unreachable'])
})
