import { expect, test } from 'bun:test'
import { startTelegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { runSender } from './run-sender.ts'

const log = { error: () => {}, warn: () => {} }

test('the token of another bot stops a broadcast and costs nobody their subscription', async () => {
  const db = await openOutbox()
  const telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
  const most = { bulk: 50, reply: 100, paid: 1000 }
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  await addSubscribers(db, 1000)
  // One of the subscribers, such as the administrator, has started the other bot too.
  for (let chat = 1; chat <= 1000; chat++) if (chat !== 3) telegram.chats.set(String(chat), 'not-found')
  const id = await addBroadcast(db)
  const sender = await runSender({ db, outbox: db, api, most, log })
  try {
    await until(async () => ['paused', 'finished'].includes(String((await countsOf(db, id)).state)))
    expect(await countsOf(db, id)).toMatchObject({ state: 'paused', reason: 'strangers' })
  } finally {
    await sender.close()
    await telegram.close()
  }
  const { rows } = await db.client.execute("select count(*) from subscribers where state = 'active'")
  expect(Number(rows[0]?.[0])).toBeGreaterThanOrEqual(999)
  await db.close()
})
