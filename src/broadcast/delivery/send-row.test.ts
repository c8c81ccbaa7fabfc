import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import type { ApiOutcome } from '../../telegram/api/outcome.ts'
import type { Claim } from './claim-queries.ts'
import { createPlans } from './message-plan.ts'
import type { Result } from './result-queries.ts'
import { createRowSender } from './send-row.ts'

let outbox: Db
let row: Claim
beforeAll(async () => {
  outbox = await openOutbox()
  const broadcastId = await addBroadcast(outbox, { state: 'running', onUnknown: 'resend' })
  const of = { broadcastId, revision: 1, lane: 'bulk', onUnknown: 'resend' } as const
  row = { ...of, chatId: 1, part: 0, locale: 'ru', name: '', variant: 0, attempts: 0 }
})
afterAll(() => outbox.close())

let calls: string[] = []
let params: Record<string, unknown>[] = []
let results: Result[] = []
beforeEach(() => {
  calls = []
  params = []
  results = []
})

const sent: ApiOutcome = { status: 'sent', result: { message_id: 7 } }

function createSender(
  answer: () => ApiOutcome | Promise<ApiOutcome>,
  steady = () => performance.now(),
  dropAll = () => Promise.resolve(),
) {
  return createRowSender({
    outbox,
    api: {
      botId: 1,
      call: async (method, given) => {
        calls.push(method)
        params.push(given)
        return answer()
      },
    },
    most: { bulk: 25, reply: 4, paid: 1000 },
    leases: { claimed: 20_000, sending: 3600_000 },
    plans: createPlans(outbox),
    writer: { add: (result) => void results.push(result) },
    log: { warn: () => {} },
    now: Date.now,
    steady,
    dropAll,
  })
}

test('a row whose intent predates a stall is not sent: others may send it as cut off', async () => {
  const sender = createSender(() => sent)
  await sender.send(row, performance.now() - 3600_000)
  expect(calls).toEqual([])
  expect(results[0]).toEqual(expect.objectContaining({ state: 'pending', isRefunded: true }))
  await sender.send(row, performance.now())
  expect(calls).toEqual(['sendMessage'])
  expect(results[1]).toEqual(expect.objectContaining({ state: 'sent', messageId: 7 }))
})

test('backoff grows once per outage; a late failure of an earlier request does not extend it', async () => {
  let at = 0
  const unsent: ApiOutcome = { status: 'unsent', error: 'No address' }
  let answer: () => ApiOutcome | Promise<ApiOutcome> = () => unsent
  const sender = createSender(
    () => answer(),
    () => at,
  )
  const sendMany = (many: number) =>
    Promise.all(Array.from({ length: many }, () => sender.send(row, performance.now())))
  const waits: number[] = []
  for (let time = 0; time < 9; time++) {
    await sendMany(time % 2 ? 1 : 30)
    waits.push(sender.brokenUntil() - at)
    at = sender.brokenUntil()
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])

  answer = () => sent
  await sendMany(1)
  const late = Promise.withResolvers<ApiOutcome>()
  answer = () => late.promise
  const sending = sendMany(5)
  at += 1
  answer = () => unsent
  await sendMany(1)
  expect(sender.brokenUntil()).toBe(at + 500)
  at += 10_000
  late.resolve(unsent)
  await sending
  expect(sender.brokenUntil()).toBe(at - 10_000 + 500)
})

test('nothing is sent while a pause is being written to the database', async () => {
  const held = Promise.withResolvers<void>()
  const sender = createSender(
    () => ({ status: 'refused', kind: 'other', error: 'USER_RESTRICTED' }),
    undefined,
    () => held.promise,
  )
  const send = (chatId: number) => sender.send({ ...row, chatId }, performance.now())
  for (let chat = 1; chat < 20; chat++) await send(chat)
  const last = send(20)
  await until(() => results.length === 20)
  await send(21)
  held.resolve()
  await last
  expect(calls).toHaveLength(20)
  expect(results.at(-1)).toMatchObject({ row: { chatId: 21 }, state: 'pending' })
  await outbox.client.execute("update broadcasts set state = 'running', reason = null, error = null")
})

describe('a refused message', () => {
  const refusal = (kind: 'content' | 'fetch'): ApiOutcome => ({ status: 'refused', kind, error: 'words' })
  const answersOf = (answers: Record<number, ApiOutcome>, other: ApiOutcome = sent) => {
    let chat = 0
    const sender = createSender(() => answers[chat] ?? other)
    return async (chatId: number, attempts = 0) => {
      chat = chatId
      await sender.send({ ...row, chatId, attempts }, performance.now())
      const broadcast = await outbox.readOne('select state, reason from broadcasts where id = ?')(row.broadcastId)
      await outbox.client.execute("update broadcasts set state = 'running', reason = null, error = null")
      return [results.at(-1)?.state, broadcast?.state, broadcast?.reason]
    }
  }

  test('by one chat stops nobody else and is retried once', async () => {
    const send = answersOf({ 2: refusal('content'), 3: refusal('content') })
    const states = []
    for (const chat of [1, 2, 3, 1, 1]) states.push(await send(chat))
    states.push(await send(2, 1), await send(3, 1))
    expect(states.map(([state, broadcast]) => [state, broadcast])).toEqual([
      ...[
        ['sent', 'running'],
        ['pending', 'running'],
        ['pending', 'running'],
        ['sent', 'running'],
        ['sent', 'running'],
      ],
      ...[
        ['failed', 'running'],
        ['failed', 'running'],
      ],
    ])
  })

  test('by three chats, or twice by the whole audience, pauses it, and nobody is lost', async () => {
    const pausedOf = ['pending', 'paused', 'content']
    const three = answersOf({}, refusal('content'))
    expect([await three(1), await three(2), await three(3)]).toEqual([
      ['pending', 'running', null],
      ['pending', 'running', null],
      pausedOf,
    ])
    const one = answersOf({}, refusal('content'))
    expect([await one(1), await one(1, 1)]).toEqual([['pending', 'running', null], pausedOf])
  })

  test('because of an unfetched picture is retried; once fetched, the file_id is used', async () => {
    const photo = 'https://example.com/a.jpg'
    const broadcastId = await addBroadcast(outbox, {
      state: 'running',
      content: { media: [{ kind: 'photo', file: photo }] },
    })
    const stored = { status: 'sent', result: { photo: [{ file_id: 'small' }, { file_id: 'large' }] } } as const
    const answers: ApiOutcome[] = [refusal('fetch'), stored, stored, refusal('content'), stored]
    const sender = createSender(() => answers.shift() ?? sent)
    for (let n = 0; n < 5; n++) await sender.send({ ...row, broadcastId, chatId: 100 + n }, performance.now())
    expect(params.map((given) => given.photo)).toEqual([photo, photo, 'large', 'large', photo])
    expect(results.map(({ state }) => state)).toEqual(['pending', 'sent', 'sent', 'pending', 'sent'])
    expect(results[0]?.isRefunded).toBe(false)
  })
})
