import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startTelegram } from '../../../tests/doubles/telegram.ts'
import { openBotsDb } from '../../../tests/running-bots.ts'
import { createTestBot } from '../../../tests/telegram-bot.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import { createLogger } from '../../log/logger.ts'
import { createBotApi } from '../api/bot-api.ts'
import { findSubscriber } from '../subscribers/subscriber-queries.ts'
import { pollUpdates } from './poll.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openBotsDb())
})
afterAll(() => close())
// Each test server numbers its updates from 1, so updates recorded by earlier tests are deleted.
beforeEach(async () => {
  await db.client.execute('delete from telegram_updates')
})

function openPoll({ broken = false } = {}) {
  const telegram = startTelegram()
  let lines = ''
  const write = (text: string) => {
    lines += text
  }
  const log = createLogger({ level: 'info', write })
  let failures = 0
  const failing: Db = {
    ...db,
    writeBatch: (statements, options) => {
      if (broken && failures++ < 2) throw new UnwritableError('app.db', 'full', undefined)
      return db.writeBatch(statements, options)
    },
  }
  const start = (token = telegram.token) =>
    pollUpdates({
      token,
      apiRoot: telegram.root,
      api: createBotApi({ token, root: telegram.root }),
      bot: createTestBot(failing).deps,
      log,
      retryMs: 5,
    })
  const said = () => {
    log.flush()
    return lines
  }
  return { telegram, start, said }
}

const isSubscribed = async (chat: number) => (await findSubscriber(db, chat))?.state === 'active'

test('updates, earlier ones included, are received by long polling until it is closed', async () => {
  const { telegram, start, said } = openPoll()
  await telegram.updates.write({ id: 801 }, '/start')
  const poll = start()
  await until(() => isSubscribed(801))
  await telegram.updates.write({ id: 802 }, '/start')
  await until(() => isSubscribed(802))
  expect(said()).toContain('"bot":"@kurs_double_bot"')
  await poll.close()
  await telegram.close()
})

test('a second consumer of the token is logged in plain words, and polling is retried', async () => {
  const { telegram, start, said } = openPoll()
  const [first, second] = [start(), start()]
  await until(() => said().includes('Another program uses TELEGRAM_TOKEN to receive updates'))
  await second.close()
  await telegram.updates.write({ id: 811 }, '/start')
  await until(() => isSubscribed(811))
  await first.close()
  await telegram.close()
})

test('a refused token is logged, and polling is retried', async () => {
  const { telegram, start, said } = openPoll()
  telegram.faults.revoked = true
  const poll = start()
  await until(() => said().includes('Telegram rejects TELEGRAM_TOKEN'))
  telegram.faults.revoked = false
  await until(() => said().includes('Receiving Telegram updates'))
  await poll.close()
  await telegram.close()
})

test('updates that could not be written are received again, and none is lost', async () => {
  const { telegram, start } = openPoll({ broken: true })
  for (const id of [821, 822, 823]) await telegram.updates.write({ id }, '/start')
  const poll = start()
  for (const id of [821, 822, 823]) await until(() => isSubscribed(id))
  await poll.close()
  await telegram.close()
})
