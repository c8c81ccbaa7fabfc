import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox, statesOf } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import { variantFor } from '../../../tests/variant-for.ts'
import type { Db } from '../../db/client.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { cancelBroadcast } from '../acts/running.ts'
import { clickStatements } from '../broadcast-queries.ts'
import { runSender, type Sender } from '../delivery/run-sender.ts'
import { chooseWinner } from './advance-ab-test.ts'

let db: Db
let telegram: Telegram
let senders: Sender[]
let ahead = 0
const now = () => Date.now() + ahead
const request = { address: 'test', requestId: 'test' }
const content = {
  text: { ru: 'A' },
  variants: [{ ru: 'B' }, { ru: 'C' }],
  buttons: [[{ text: { ru: 'Да' }, callback: 'Да' }]],
}

/** An id that always gives the same variants to the same chats. */
const fixed = '018f5a0e-0000-7000-8000-000000000001'

beforeEach(async () => {
  ahead = 0
  db = await openOutbox()
  telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  const log = { error: () => {}, warn: () => {} }
  const most = { bulk: 1000, reply: 100, paid: 1000 }
  const start = () => runSender({ db, outbox: db, api, most, log, now })
  senders = [await start(), await start()]
})
afterEach(async () => {
  for (const sender of senders) await sender.close()
  await telegram.close()
  await db.close()
})

const texts = () => new Map(telegram.delivered.map(({ chatId, content: { text } }) => [Number(chatId), text]))
const value = async (id: string, column: string) =>
  (await db.client.execute({ sql: `select ${column} as value from broadcasts where id = ?`, args: [id] })).rows[0]
    ?.value

test('a share gets the variants; the most clicked one goes to the rest when the time is over', async () => {
  await addSubscribers(db, 200)
  const id = await addBroadcast(db, { id: fixed, content, trialPercent: 30, trialMinutes: 60 })
  await until(async () => (await value(id, 'trial_ends_at')) !== null)
  const abTest = { variants: 3, percent: 30 }
  const first = Array.from({ length: 200 }, (_, n) => n + 1).flatMap((chat) => {
    const variant = variantFor(id, abTest, chat)
    return variant === undefined ? [] : [[chat, 'ABC'[variant]] as const]
  })
  expect(first.length).toBe(57)
  expect(texts()).toEqual(new Map(first))
  expect(await statesOf(db, id)).toEqual({ sent: first.length, held: 200 - first.length })

  const second = first.filter(([, text]) => text === 'B').slice(0, 5)
  for (const [chatId] of second) {
    await db.writeBatch(clickStatements(db, { broadcastId: id, button: 0, chatId, now: now() }))
  }
  ahead = 61 * 60_000
  await until(async () => (await countsOf(db, id)).state === 'finished')
  expect([await value(id, 'winner'), await value(id, 'winner_by')]).toEqual([1, 'clicks'])
  const tried = new Map(first)
  for (let chat = 1; chat <= 200; chat++) expect(texts().get(chat)).toBe(tried.get(chat) ?? 'B')
  expect(telegram.delivered).toHaveLength(200)
  expect(await countsOf(db, id)).toMatchObject({ total: 200, sent: 200, dropped: 0 })
  const { rows } = await db.client.execute("select address, after from audit_log where act = 'broadcast.winner'")
  expect(rows.map(({ address, after }) => [address, after])).toEqual([['sender', '{"winner":"B","by":"clicks"}']])
})

test('a person can choose the winner at any time, once; a manual test never decides by itself', async () => {
  await addSubscribers(db, 60)
  const id = await addBroadcast(db, { id: fixed, content, trialPercent: 20 })
  await until(
    async () =>
      Object.keys(await statesOf(db, id))
        .toSorted()
        .join() === 'held,sent',
  )
  const choose = (variant: number) => chooseWinner({ db, now }, request, { id, variant })
  expect(await choose(3)).toEqual({ status: 'refused', state: 'running' })
  ahead = 30 * 24 * 3600_000
  const outcomes = await Promise.all([choose(2), choose(1), choose(0)])
  expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(1)
  const winner = outcomes.findIndex(({ status }) => status === 'done')
  await until(async () => (await countsOf(db, id)).state === 'finished')
  const rest = [...texts()].filter(([chat]) => variantFor(id, { variants: 3, percent: 20 }, chat) === undefined)
  expect(new Set(rest.map(([, text]) => text))).toEqual(new Set(['CBA'[winner] ?? '']))
  expect(telegram.delivered).toHaveLength(60)
  expect((await choose(0)).status).toBe('refused')
})

test('recipients waiting for a winner get nothing after a cancellation', async () => {
  await addSubscribers(db, 50)
  const id = await addBroadcast(db, { id: fixed, content, trialPercent: 10, trialMinutes: 60 })
  await until(async () => (await value(id, 'trial_ends_at')) !== null)
  const { length } = telegram.delivered
  expect(await cancelBroadcast({ db, now }, request, id)).toEqual({ status: 'done' })
  ahead = 61 * 60_000
  await until(async () => (await countsOf(db, id)).dropped === 50 - length)
  expect(telegram.delivered).toHaveLength(length)
  expect((await chooseWinner({ db, now }, request, { id, variant: 0 })).status).toBe('refused')
})
