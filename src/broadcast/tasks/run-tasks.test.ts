import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox, statesOf } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { type BotApi, createBotApi } from '../../telegram/api/bot-api.ts'
import { pauseBroadcast } from '../acts/running.ts'
import { deleteSent, editSent, reactivateLost, resolveUnknown, retryFailed } from '../acts/tasks.ts'
import { readContent } from '../content.ts'
import { runSender } from '../delivery/run-sender.ts'
import { runTasks } from './run-tasks.ts'

let db: Db
let telegram: Telegram
let stops: (() => Promise<void>)[] = []
/** Holds back Telegram's answers about these chats */
let answers: { chatId: number; until: Promise<void> } | undefined
const origin = { address: '10.0.0.1', requestId: 'test' }
const log = { error: () => {}, warn: () => {} }

beforeEach(async () => {
  db = await openOutbox()
  telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
  answers = undefined
  const api = holdAnswers(createBotApi({ token: telegram.token, root: telegram.root }))
  const sender = await runSender({ db, outbox: db, api, most: { bulk: 1000, reply: 100, paid: 1000 }, log })
  stops = [sender.close]
  for (let process = 0; process < 2; process++) {
    stops.push(runTasks({ db, api, most: 1000, log, now: Date.now }).stop)
  }
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await telegram.close()
  await db.close()
})

function holdAnswers(api: BotApi): BotApi {
  return {
    ...api,
    call: async (method, params) => {
      const outcome = await api.call(method, params)
      if (params.chat_id === answers?.chatId) await answers?.until
      return outcome
    },
  }
}

const deps = () => ({ db, now: Date.now })

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await db.client.execute({ sql: 'select * from broadcasts where id = ?', args: [id] })
  return { ...rows[0] }
}

async function sent(many: number): Promise<string> {
  await addSubscribers(db, many)
  const id = await addBroadcast(db)
  await db.client.execute({ sql: 'update broadcasts set started_at = ? where id = ?', args: [Date.now(), id] })
  await ended(id)
  return id
}

const ended = (id: string) => until(async () => (await countsOf(db, id)).state === 'finished')
const idle = (id: string) => until(async () => (await rowOf(id)).task === null)

test('failed recipients are sent to again; those who unsubscribed are skipped', async () => {
  telegram.chats.set('1', 'blocked').set('2', 'blocked')
  const id = await sent(6)
  expect(await countsOf(db, id)).toMatchObject({ sent: 4, failed: 2 })
  telegram.chats.clear()
  await db.client.execute("update subscribers set state = 'active' where chat_id = 1")
  expect(await retryFailed(deps(), origin, id)).toEqual({ status: 'done' })
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ total: 6, sent: 5, failed: 0, skipped: 1 })
  expect(await statesOf(db, id)).toEqual({ sent: 5, skipped: 1 })
  const { rows } = await db.client.execute('select attempts from deliveries where chat_id = 1')
  expect(rows[0]?.attempts).toBe(1)
})

test('a chat that Telegram called gone stays failed until reactivated, and is reached then', async () => {
  telegram.chats.set('1', 'deactivated').set('2', 'not-found').set('3', 'blocked')
  const id = await sent(4)
  telegram.chats.clear()
  expect(await retryFailed(deps(), origin, id)).toEqual({ status: 'done' })
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ sent: 1, failed: 2, skipped: 1 })
  expect(await reactivateLost(deps(), origin, id)).toMatchObject({ status: 'done' })
  expect(await retryFailed(deps(), origin, id)).toEqual({ status: 'done' })
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ sent: 3, failed: 0, skipped: 1 })
})

test('unknown recipients are counted as sent, or sent to again', async () => {
  telegram.faults.next = ['after-500', 'after-cut', 'before-500']
  const id = await sent(8)
  expect(await countsOf(db, id)).toMatchObject({ sent: 5, unknown: 3 })
  expect(await resolveUnknown(deps(), origin, { id, by: 'assume' })).toEqual({ status: 'done' })
  await idle(id)
  expect(await countsOf(db, id)).toMatchObject({ state: 'finished', sent: 8, unknown: 0 })

  telegram.faults.next = ['before-500']
  const other = await addBroadcast(db)
  await ended(other)
  const before = telegram.delivered.length
  expect(await countsOf(db, other)).toMatchObject({ sent: 7, unknown: 1 })
  expect(await resolveUnknown(deps(), origin, { id: other, by: 'resend' })).toEqual({ status: 'done' })
  await ended(other)
  expect(await countsOf(db, other)).toMatchObject({ sent: 8, unknown: 0 })
  expect(telegram.delivered.length).toBe(before + 1)
})

test('a sent message is edited in every chat, and deleted from it', async () => {
  const id = await sent(50)
  const row = await rowOf(id)
  const content = { ...readContent(String(row.content)), text: { ru: 'Исправлено', en: 'Mended' } }
  const edit = { id, revision: Number(row.revision), content }
  expect(await editSent(deps(), origin, edit)).toEqual({ status: 'done' })
  expect(await deleteSent(deps(), origin, id)).toMatchObject({ status: 'refused' })
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ task_done: 50, task_failed: 0, revision: 2 })
  expect(telegram.counts.get('editMessageText')).toBeGreaterThanOrEqual(50)
  expect(new Set(telegram.delivered.map((message) => message.content.text))).toEqual(new Set(['Исправлено', 'Mended']))

  expect(await deleteSent(deps(), origin, id)).toEqual({ status: 'done' })
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ task_done: 50, task_failed: 0, sent: 50 })
  const { rows } = await db.client.execute("select count(*) as n from deliveries where reason = 'deleted'")
  expect(rows[0]?.n).toBe(50)
})

/** Replaces the tasks' processes by one. @returns the number of its looks for work so far */
async function countLooks(): Promise<() => number> {
  for (const stop of stops.splice(1)) await stop()
  let looks = 0
  const readAll: Db['readAll'] = (sql) => {
    if (sql.includes('where task is not null')) looks++
    return db.readAll(sql)
  }
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  stops.push(runTasks({ db: { ...db, readAll }, api, most: 1000, log, now: Date.now }).stop)
  return () => looks
}

test.each(['edit', 'delete'] as const)('right after a pause, %s includes the message in flight', async (task) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answers = { chatId: 2, until: promise }
  await addSubscribers(db, 3)
  const id = await addBroadcast(db)
  await db.client.execute({ sql: 'update broadcasts set started_at = ? where id = ?', args: [Date.now(), id] })
  await until(async () => (await countsOf(db, id)).sent === 2 && telegram.delivered.length === 3)
  expect(await pauseBroadcast(deps(), origin, id)).toEqual({ status: 'done' })
  const { revision, content: stored } = await rowOf(id)
  const content = { ...readContent(String(stored)), text: { ru: 'Исправлено', en: 'Mended' } }
  const edit = { id, revision: Number(revision), content }
  const outcome = task === 'edit' ? editSent(deps(), origin, edit) : deleteSent(deps(), origin, id)
  expect(await outcome).toEqual({ status: 'done' })
  const looks = await countLooks()
  // The first look is over when the second begins.
  await until(() => looks() > 1)
  expect(await statesOf(db, id)).toEqual({ sending: 1, sent: 2 })
  resolve()
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ state: 'paused', task_total: 3, task_done: 3, task_failed: 0 })
  const texts = telegram.delivered.map((message) => String(message.content.text)).sort()
  expect(texts).toEqual(task === 'edit' ? ['Mended', 'Исправлено', 'Исправлено'] : [])
})

test('a task of a broadcast that runs again does not wait for messages in flight', async () => {
  const id = await sent(3)
  await db.client.execute(`update deliveries set state = 'sending', holder = 'another machine' where chat_id = 2`)
  await db.client.execute(`update broadcasts set state = 'running', task = 'delete'`)
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ state: 'running', task_done: 2, task_failed: 0 })
  expect(telegram.delivered.map(({ chatId }) => chatId)).toEqual(['2'])
})

test('an album is deleted with the text after it, and each recipient is counted once', async () => {
  const photo = { kind: 'photo', file: 'https://kurs.test/1.jpg' }
  const buttons = [[{ text: { ru: 'Дальше' }, url: 'https://kurs.test' }]]
  await addSubscribers(db, 3)
  const id = await addBroadcast(db, { content: { media: [photo, photo], buttons } })
  await db.client.execute({ sql: 'update broadcasts set started_at = ? where id = ?', args: [Date.now(), id] })
  await ended(id)
  expect(telegram.delivered).toHaveLength(9)
  expect(await deleteSent(deps(), origin, id)).toEqual({ status: 'done' })
  await idle(id)
  expect(telegram.delivered).toEqual([])
  expect(await rowOf(id)).toMatchObject({ task_total: 3, task_done: 3, task_failed: 0 })
})

test('an unchanged text and an already deleted message count as done', async () => {
  const id = await sent(2)
  const row = await rowOf(id)
  const edit = { id, revision: Number(row.revision), content: readContent(String(row.content)) }
  expect(await editSent(deps(), origin, edit)).toEqual({ status: 'done' })
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ task_done: 2, task_failed: 0 })
  const [{ chatId, messageId } = { chatId: '', messageId: 0 }] = telegram.delivered
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  await api.call('deleteMessage', { chat_id: chatId, message_id: messageId })
  expect(await deleteSent(deps(), origin, id)).toEqual({ status: 'done' })
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ task_done: 2, task_failed: 0 })
})

test('a clock that is repeatedly set back delays nobody', async () => {
  const id = await sent(3)
  for (const stop of stops.splice(1)) await stop()
  let time = Date.now()
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  expect(await deleteSent(deps(), origin, id)).toEqual({ status: 'done' })
  stops.push(runTasks({ db, api, most: 1000, log, now: () => (time -= 3_600_000) }).stop)
  await idle(id)
  expect(telegram.delivered).toEqual([])
})

test('a slice without an answer is retried', async () => {
  const id = await sent(2)
  telegram.faults.revoked = true
  expect(await deleteSent(deps(), origin, id)).toEqual({ status: 'done' })
  await until(() => Promise.resolve((telegram.counts.get('deleteMessage') ?? 0) > 0))
  telegram.faults.revoked = false
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ task_done: 2, task_failed: 0 })
})

test('an album counted as sent is followed by its text', async () => {
  const photo = { kind: 'photo', file: 'https://kurs.test/1.jpg' }
  const buttons = [[{ text: { ru: 'Дальше' }, url: 'https://kurs.test' }]]
  telegram.faults.next = ['after-500']
  await addSubscribers(db, 1)
  const id = await addBroadcast(db, { content: { media: [photo, photo], buttons } })
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ sent: 0, unknown: 1 })
  expect(await resolveUnknown(deps(), origin, { id, by: 'assume' })).toEqual({ status: 'done' })
  await until(async () => (await countsOf(db, id)).sent === 1)
  expect(telegram.delivered.filter(({ method }) => method === 'sendMessage')).toHaveLength(1)
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ total: 1, sent: 1, unknown: 0 })
  expect(await statesOf(db, id)).toEqual({ sent: 1 })
})

test('a message assumed delivered has no id: it stays in the chat and counts as failed', async () => {
  telegram.faults.next = ['after-500']
  const id = await sent(3)
  expect(await resolveUnknown(deps(), origin, { id, by: 'assume' })).toEqual({ status: 'done' })
  await idle(id)
  const row = await rowOf(id)
  const content = { ...readContent(String(row.content)), text: { ru: 'Исправлено', en: 'Mended' } }
  expect(await editSent(deps(), origin, { id, revision: Number(row.revision), content })).toEqual({ status: 'done' })
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ task_done: 2, task_failed: 1 })
  expect(await deleteSent(deps(), origin, id)).toEqual({ status: 'done' })
  await idle(id)
  expect(await rowOf(id)).toMatchObject({ task_done: 2, task_failed: 1 })
  expect(telegram.delivered).toHaveLength(1)
  const { rows } = await db.client.execute("select count(*) as n from deliveries where reason = 'deleted'")
  expect(rows[0]?.n).toBe(2)
})
