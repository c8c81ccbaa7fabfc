import { expect, test } from 'bun:test'
import { startTelegram } from '../../../tests/doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox, statesOf } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import { type BotApi, createBotApi } from '../../telegram/api/bot-api.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import { runSender } from './run-sender.ts'

const many = 100
/** Expected pauses after failures, ms */
const backOffs = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]

/** Wraps an API so that it records the outcome of each call to Telegram */
function watched(api: BotApi) {
  const outcomes: ApiOutcome[] = []
  const call: BotApi['call'] = async (...given) => {
    const outcome = await api.call(...given)
    outcomes.push(outcome)
    return outcome
  }
  return { api: { ...api, call }, outcomes }
}

test('an unreachable Telegram is retried with growing waits; afterwards all get the message', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  await addSubscribers(db, many)
  const id = await addBroadcast(db)
  const away = startTelegram()
  await away.close()
  const { api, outcomes } = watched(createBotApi({ token: away.token, root: away.root }))
  let at = 0
  let looks = 0
  const steady = () => {
    looks++
    return at
  }
  const most = { bulk: 25, reply: 4, paid: 1000 }
  const log = { error: () => {}, warn: () => {} }
  const sender = await runSender({ db, outbox: db, api, most, log, now: () => 1_800_000_000_000 + at, steady })
  stack.defer(sender.close)
  /** Waits until every started send has ended and the sender has checked again whether it may send. */
  const settled = async () => {
    await until(async () => {
      const { claimed = 0, sending = 0 } = await statesOf(db, id)
      return outcomes.length > 0 && claimed + sending === 0
    })
    const before = looks
    await until(() => looks > before + 5)
  }
  await settled()
  for (const ms of backOffs) {
    const tries = outcomes.length
    at += ms - 1
    await settled()
    expect([ms, outcomes.length]).toEqual([ms, tries])
    at += 1
    await until(() => outcomes.length > tries)
    await settled()
  }
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['unsent']))
  expect(outcomes.length).toBeLessThan(10 * (backOffs.length + 1))
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', total: many, sent: 0, failed: 0, unknown: 0 })

  const back = startTelegram({ port: Number(new URL(away.root).port), perSecond: 100_000, perChat: 1000 })
  stack.defer(back.close)
  await until(async () => {
    at += 1000
    return (await countsOf(db, id)).state === 'finished'
  })
  expect(await countsOf(db, id)).toMatchObject({ sent: many, failed: 0, unknown: 0 })
  expect(new Set(back.delivered.map(({ chatId }) => chatId)).size).toBe(many)
  expect(back.delivered).toHaveLength(many)
})
