import { expect, test } from 'bun:test'
import { startTelegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import { type BotApi, createBotApi } from '../../telegram/api/bot-api.ts'
import { runSender } from './run-sender.ts'

const log = { error: () => {}, warn: () => {} }

test.each([
  ['back by 100 seconds', -100_000],
  ['forward by an hour', 3600_000],
])('a message in flight is not resent when the clock moves %s, even with onUnknown: resend', async (_, step) => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
  stack.defer(telegram.close)
  const api = createBotApi({ token: telegram.token, root: telegram.root })
  const answers = Promise.withResolvers<void>()
  let slowOnes = 10
  /** Delivers messages at once, but answers late for the first broadcast. */
  const slow: BotApi = {
    ...api,
    call: async (method, params) => {
      const outcome = await api.call(method, params)
      if (slowOnes-- > 0) await answers.promise
      return outcome
    },
  }
  const most = { bulk: 1000, reply: 100, paid: 1000 }
  await addSubscribers(db, 10)
  const id = await addBroadcast(db, { onUnknown: 'resend' })
  const first = await runSender({ db, outbox: db, api: slow, most, log })
  stack.defer(first.close)
  await until(() => telegram.delivered.length === 10)

  const second = await runSender({ db, outbox: db, api, most, log, now: () => Date.now() + step })
  stack.defer(second.close)
  const other = await addBroadcast(db)
  await until(async () => (await countsOf(db, other)).state === 'finished')
  answers.resolve()
  await until(async () => (await countsOf(db, id)).state === 'finished')
  expect(telegram.delivered).toHaveLength(20)
  expect(await countsOf(db, id)).toMatchObject({ total: 10, sent: 10, unknown: 0 })
})
