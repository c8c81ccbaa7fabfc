import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox, statesOf } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { runSender, type Sender, type SenderOptions } from './run-sender.ts'

let db: Db
let telegram: Telegram
let senders: Sender[] = []
beforeEach(async () => {
  db = await openOutbox()
  telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
})
afterEach(async () => {
  for (const sender of senders) await sender.close()
  senders = []
  await telegram.close()
  await db.close()
})

const said: unknown[] = []
const log = {
  error: (...words: unknown[]) => void said.push(words),
  warn: (...words: unknown[]) => void said.push(words),
}

async function send(more: Partial<SenderOptions> = {}): Promise<Sender> {
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  const most = { bulk: 1000, reply: 100, paid: 1000 }
  const sender = await runSender({ db, outbox: db, api, most, log, ...more })
  senders.push(sender)
  return sender
}

const ended = (id: string, state = 'finished') => until(async () => (await countsOf(db, id)).state === state)
/** Waits until no row is claimed or being sent. */
const quiet = () =>
  until(
    async () =>
      (await db.client.execute("select 1 from deliveries where state in ('claimed', 'sending')")).rows.length === 0,
  )
/** Sets the state of the broadcast. @returns the rows that were claimed at that moment */
const claimedAt = async (state: 'paused' | 'cancelled') => {
  const [, claimed] = await db.client.batch([
    { sql: 'update broadcasts set state = ?', args: [state] },
    "select count(*) as n from deliveries where state in ('claimed', 'sending')",
  ])
  return Number(claimed?.rows[0]?.n)
}
const chats = () => telegram.delivered.map(({ chatId }) => Number(chatId)).toSorted((a, b) => a - b)

test('each recipient gets it once, in their language; the counters match the rows', async () => {
  await addSubscribers(db, 120)
  const id = await addBroadcast(db)
  await send()
  await ended(id)
  expect(chats()).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
  expect(telegram.delivered.find(({ chatId }) => chatId === '2')?.content.text).toBe('The rate is up')
  expect(await countsOf(db, id)).toMatchObject({ total: 120, sent: 120, failed: 0, unknown: 0, skipped: 0, dropped: 0 })
  expect(await statesOf(db, id)).toEqual({ sent: 120 })
})

test('people who subscribe after the start get nothing, however late the audience is written', async () => {
  await addSubscribers(db, 5)
  await db.client.execute('update subscribers set created_at = 5 where chat_id = 3')
  const id = await addBroadcast(db)
  await send()
  await ended(id)
  expect(chats()).toEqual([1, 2, 4, 5])
})

test('a chat that blocked the bot, is gone or never existed fails and is unsubscribed', async () => {
  await addSubscribers(db, 10)
  telegram.chats.set('1', 'blocked').set('2', 'deactivated').set('3', 'not-found').set('4', { movedTo: 40 })
  const id = await addBroadcast(db)
  await send()
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ total: 10, sent: 7, failed: 3 })
  expect(chats()).toEqual([5, 6, 7, 8, 9, 10, 40])
  const { rows } = await db.client.execute(
    'select chat_id, state from subscribers where state <> ? or chat_id = 40 order by chat_id',
    ['active'],
  )
  expect(rows.map(({ chat_id, state }) => [chat_id, state])).toEqual([
    [1, 'blocked'],
    [2, 'gone'],
    [3, 'unreachable'],
    [40, 'active'],
  ])
  const { rows: failed } = await db.client.execute(
    "select reason, error from deliveries where state = 'failed' order by chat_id",
  )
  expect(failed.map((row) => ({ ...row }))).toMatchObject([
    { reason: 'blocked', error: 'Forbidden: bot was blocked by the user' },
    { reason: 'gone' },
    { reason: 'unreachable' },
  ])
})

test('a send that was cut off is unknown and not repeated, unless resend is chosen', async () => {
  await addSubscribers(db, 5)
  telegram.faults.next = ['after-500', 'before-500', 'after-cut']
  const held = await addBroadcast(db)
  await send()
  await ended(held)
  expect(await countsOf(db, held)).toMatchObject({ total: 5, sent: 2, unknown: 3 })
  expect(telegram.delivered).toHaveLength(4)
  telegram.faults.next = ['after-500', 'before-500']
  const resent = await addBroadcast(db, { onUnknown: 'resend' })
  await ended(resent)
  expect(await countsOf(db, resent)).toMatchObject({ total: 5, sent: 5, unknown: 0 })
  expect(telegram.delivered).toHaveLength(4 + 6)
})

test('a message that Telegram refuses pauses at once with the error text, and nobody is lost', async () => {
  await addSubscribers(db, 200)
  const id = await addBroadcast(db, { content: { text: { ru: '<b>Курс' } } })
  await send()
  await ended(id, 'paused')
  const counts = await countsOf(db, id)
  expect(counts).toMatchObject({ reason: 'content', failed: 0, sent: 0 })
  expect(counts.error).toContain('Can\'t find end tag corresponding to start tag "b"')
  await db.client.execute({
    sql: "update broadcasts set state = 'running', revision = 2, content = json_set(content, '$.text', json('{\"ru\":\"Курс\"}')) where id = ?",
    args: [id],
  })
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ total: 200, sent: 200 })
  expect(new Set(chats()).size).toBe(200)
})

test('a revoked token pauses all broadcasts; everybody gets the message once it is back', async () => {
  await addSubscribers(db, 30)
  telegram.faults.revoked = true
  const ids = [await addBroadcast(db), await addBroadcast(db)]
  await send()
  for (const id of ids) await ended(id, 'paused')
  expect(await countsOf(db, ids[0] ?? '')).toMatchObject({ reason: 'revoked', error: 'Unauthorized', failed: 0 })
  await quiet()
  telegram.faults.revoked = false
  await db.client.execute("update broadcasts set state = iif(is_snapshot_whole, 'running', 'preparing')")
  for (const id of ids) await ended(id)
  expect(chats()).toHaveLength(60)
})

test('too many failures pause the broadcast and record the reason', async () => {
  await addSubscribers(db, 500)
  telegram.faults.always = () => 'before-500'
  const id = await addBroadcast(db)
  await send({ most: { bulk: 100, reply: 1, paid: 1 } })
  await ended(id, 'paused')
  const { reason, error, unknown } = await countsOf(db, id)
  expect([reason, error]).toEqual(['errors', 'Internal Server Error'])
  expect(unknown).toBeLessThan(150)
})

test('all senders wait when Telegram limits the rate, and nobody is missed', async () => {
  await telegram.close()
  // Telegram's second lasts until a sender has slowed down, however long the machine takes to send forty messages.
  const began = Date.now()
  let stands = true
  telegram = startTelegram({ perSecond: 40, perChat: 20, now: () => (stands ? began : Date.now()) })
  await addSubscribers(db, 60)
  const id = await addBroadcast(db)
  const most = { bulk: 200, reply: 4, paid: 1000 }
  await send({ most })
  await send({ most })
  await until(async () => {
    const { rows } = await db.client.execute("select rate from rate_buckets where lane = 'bulk'")
    return Number(rows[0]?.rate) < 200
  })
  stands = false
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ total: 60, sent: 60 })
  expect(chats()).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
})

test('unsubscribed people are skipped; an album precedes its buttons by a second in a chat', async () => {
  await addSubscribers(db, 6)
  const media = ['a', 'b'].map((file) => ({ kind: 'photo', file }))
  const buttons = [[{ text: { ru: 'Да', en: 'Yes' }, callback: 'Спасибо' }]]
  const id = await addBroadcast(db, { content: { media, buttons } })
  await db.client.execute("update subscribers set state = 'stopped' where chat_id = 6")
  telegram.chats.set('5', 'blocked')
  await send()
  await until(() => telegram.delivered.length === 8)
  await db.client.execute("update subscribers set state = 'stopped' where chat_id = 4")
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ total: 5, sent: 3, failed: 1, skipped: 1 })
  expect(await statesOf(db, id)).toEqual({ sent: 3, failed: 1, skipped: 1 })
  const own = telegram.delivered.filter(({ chatId }) => chatId === '1')
  expect(own.map(({ method }) => method)).toEqual(['sendMediaGroup', 'sendMediaGroup', 'sendMessage'])
  expect((own[2]?.at ?? 0) - (own[0]?.at ?? 0)).toBeGreaterThanOrEqual(1100)
  const { rows } = await db.client.execute('select messages from deliveries where chat_id = 1 and part = 0')
  expect(rows[0]?.messages).toBe(2)
})

test('a paused or canceled broadcast stops at once; waiting recipients are dropped', async () => {
  await addSubscribers(db, 400)
  const id = await addBroadcast(db)
  await send({ most: { bulk: 100, reply: 4, paid: 1000 } })
  await until(() => telegram.delivered.length > 20)
  const claimed = await claimedAt('paused')
  const paused = telegram.delivered.length
  await quiet()
  // Only rows that were claimed before the pause are sent, and at most one second of the rate is claimed ahead.
  expect(claimed).toBeLessThanOrEqual(100)
  expect(telegram.delivered.length - paused).toBeLessThanOrEqual(claimed)
  await db.client.execute("update broadcasts set state = 'running'")
  await until(() => telegram.delivered.length > paused + 20)
  const left = await claimedAt('cancelled')
  const cancelled = telegram.delivered.length
  await until(async () => {
    const { total, sent, dropped } = await countsOf(db, id)
    return total === sent + dropped
  })
  expect(left).toBeLessThanOrEqual(100)
  expect(telegram.delivered.length - cancelled).toBeLessThanOrEqual(left)
  expect(await statesOf(db, id)).toEqual({
    sent: telegram.delivered.length,
    cancelled: 400 - telegram.delivered.length,
  })
})

test('a sender that stops releases its unsent rows, and another continues at once', async () => {
  await addSubscribers(db, 150)
  const id = await addBroadcast(db)
  const first = await send({ most: { bulk: 100, reply: 4, paid: 1000 } })
  await until(() => telegram.delivered.length > 20)
  await first.close()
  const { rows } = await db.client.execute("select 1 from deliveries where state in ('claimed', 'sending')")
  expect(rows).toHaveLength(0)
  await send()
  await ended(id)
  expect(chats()).toEqual(Array.from({ length: 150 }, (_, n) => n + 1))
})

test('a scheduled broadcast starts outside Moscow quiet hours; a paid one uses the higher limit', async () => {
  await addSubscribers(db, 3)
  // The clock starts at 21:30 in Moscow.
  let at = Date.UTC(2026, 10, 22, 18, 30)
  const id = await addBroadcast(db, {
    state: 'scheduled',
    scheduledAt: at + 60_000,
    quietFrom: 21 * 60,
    quietTo: 8 * 60,
    isPaid: true,
  })
  const other = await addBroadcast(db, {
    state: 'scheduled',
    scheduledAt: at + 60_000,
    quietFrom: 8 * 60,
    quietTo: 21 * 60,
  })
  await send({ now: () => at })
  expect((await countsOf(db, id)).state).toBe('scheduled')
  at += 60_000
  await ended(other)
  expect([(await countsOf(db, id)).state, telegram.delivered.length]).toEqual(['scheduled', 3])
  at = Date.UTC(2026, 10, 23, 5, 0)
  await ended(id)
  expect(telegram.delivered).toHaveLength(6)
})

test('a broadcast more than a day late is paused until an admin resumes it', async () => {
  await addSubscribers(db, 3)
  const at = Date.UTC(2026, 10, 22, 12, 0)
  const late = await addBroadcast(db, { state: 'scheduled', scheduledAt: at - 24 * 3600_000 - 1 })
  const justInTime = await addBroadcast(db, { state: 'scheduled', scheduledAt: at - 24 * 3600_000 })
  await send({ now: () => at })
  await ended(justInTime)
  expect(await countsOf(db, late)).toMatchObject({ state: 'paused', reason: 'late', total: 0 })
  expect(telegram.delivered).toHaveLength(3)
  await db.client.execute({ sql: "update broadcasts set state = 'running' where id = ?", args: [late] })
  await ended(late)
  expect(telegram.delivered).toHaveLength(6)
})

test('a recipient waiting for a text that was removed from the message blocks nothing', async () => {
  await addSubscribers(db, 1)
  const photo = { kind: 'photo', file: 'https://kurs.test/1.jpg' }
  const id = await addBroadcast(db, { state: 'running', content: { media: [photo, photo] } })
  await db.client.batch([
    { sql: 'update broadcasts set total = 1, is_snapshot_whole = 1 where id = ?', args: [id] },
    {
      sql: `insert into deliveries (broadcast_id, chat_id, part, state, locale, name, message_id, at)
        values (?1, 1, 0, 'sent', 'ru', '', 5, 0), (?1, 1, 1, 'pending', 'ru', '', null, 0)`,
      args: [id],
    },
  ])
  await send()
  await ended(id)
  expect(await countsOf(db, id)).toMatchObject({ sent: 1, failed: 0 })
  expect(telegram.delivered).toEqual([])
})
