import { afterEach, beforeEach, expect, test } from 'bun:test'
import { startTelegram, type Telegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { createBotApi } from '../../telegram/api/bot-api.ts'
import { runSender } from './run-sender.ts'

let db: Db
let telegram: Telegram
beforeEach(async () => {
  db = await openOutbox()
  telegram = startTelegram({ perSecond: 100_000, perChat: 1000 })
})
afterEach(async () => {
  await telegram.close()
  await db.close()
})

const start = (part: { db: Db; outbox: Db }) => {
  const api = createBotApi({ token: telegram.token, root: telegram.root, timeoutSeconds: 20 })
  const most = { bulk: 1000, reply: 100, paid: 1000 }
  return runSender({ ...part, api, most, log: { error: () => {}, warn: () => {} } })
}

/** Wraps the database so that a write containing these words waits until the test releases it. */
function holding(words: string) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writeRaw: Db['writeRaw'] = async (statements, options) => {
    if (JSON.stringify(statements).includes(words)) {
      begun.resolve()
      await held.promise
    }
    return db.writeRaw(statements, options)
  }
  return { held: { ...db, writeRaw }, begun: begun.promise, release: held.resolve }
}

test.each([
  ['a slice of an audience', 'into deliveries', 'db'],
  ['a claim', "state = 'claimed'", 'outbox'],
] as const)('closing waits for %s in progress, even if the other loop has stopped', async (_, words, part) => {
  await addSubscribers(db, 1500)
  const id = await addBroadcast(db)
  const { held, begun, release } = holding(words)
  const sender = await start({ db, outbox: db, [part]: held })
  await begun
  let isClosed = false
  const closing = sender.close().then(() => {
    isClosed = true
  })
  // These are enough turns of the event loop for the other loop to end.
  for (let turn = 0; turn < 20; turn++) await db.client.execute('select 1')
  expect(isClosed).toBe(false)
  release()
  await closing
  const { rows } = await db.client.execute("select 1 from deliveries where state in ('claimed', 'sending')")
  expect(rows).toEqual([])
  const before = [await countsOf(db, id), telegram.delivered.length]
  for (let turn = 0; turn < 20; turn++) await db.client.execute('select 1')
  expect([await countsOf(db, id), telegram.delivered.length]).toEqual(before)
  const next = await start({ db, outbox: db })
  await until(async () => (await countsOf(db, id)).state === 'finished')
  await next.close()
  expect(telegram.delivered.map(({ chatId }) => Number(chatId)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 1500 }, (_, n) => n + 1),
  )
})
