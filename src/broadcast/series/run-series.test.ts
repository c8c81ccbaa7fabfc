import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import { addSeries } from '../../../tests/series.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { runSender } from '../delivery/run-sender.ts'
import { enterByStart } from './people-queries.ts'
import { runSeries } from './run-series.ts'

let db: Db
let telegram: Telegram
let ahead = 0
let stops: (() => Promise<unknown>)[]
const now = () => Date.now() + ahead
const log = { error: () => {}, warn: () => {} }
beforeEach(async () => {
  ahead = 0
  db = await openOutbox()
  telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  const sender = await runSender({ db, outbox: db, api, most: { bulk: 1000, reply: 100, paid: 1000 }, log, now })
  const movers = [runSeries({ db, log, now }), runSeries({ db, log, now })]
  stops = [...movers.map((mover) => mover.stop), sender.close]
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await telegram.close()
  await db.close()
})

const texts = (chat: number) =>
  telegram.delivered.filter(({ chatId }) => chatId === String(chat)).map(({ content }) => content.text)

test('people get each step once, when it is due; a step itself never finishes', async () => {
  await addSubscribers(db, 4)
  const { steps } = await addSeries(db, { delays: [0, 30] })
  const enter = (chatId: number) => db.writeBatch([enterByStart(db, { chatId, now: now() })])
  for (const chat of [1, 2, 2]) await enter(chat)
  const [first = '', second = ''] = steps
  await until(async () => (await countsOf(db, first)).sent === 2)
  ahead = 31 * 60_000
  await until(async () => (await countsOf(db, second)).sent === 2)
  await enter(4)
  await until(async () => (await countsOf(db, first)).sent === 3)
  expect([texts(1), texts(2), texts(4)]).toEqual([['Шаг 1', 'Шаг 2'], ['Step 1', 'Step 2'], ['Step 1']])
  expect(await countsOf(db, first)).toMatchObject({ state: 'running', total: 3, sent: 3 })
  const { rows } = await db.client.execute('select chat_id, state from series_people order by chat_id')
  expect(rows.map(({ chat_id, state }) => [chat_id, state])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [4, 'waiting'],
  ])
})
