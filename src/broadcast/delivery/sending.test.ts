import { expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, openOutbox, statesOf } from '../../../tests/outbox.ts'
import { until } from '../../../tests/until.ts'
import type { Db } from '../../db/client.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import type { BotApi } from '../../telegram/api/bot-api.ts'
import { addBuckets } from '../../telegram/limiter/bucket-queries.ts'
import { fillSlice } from './fill-queries.ts'
import { createSending, type SendingOptions } from './sending.ts'

function openSending(outbox: Db, { most, call }: Pick<SendingOptions, 'most'> & Pick<BotApi, 'call'>) {
  const leases = { claimed: 20_000, sending: 3600_000 }
  const log = { error: () => {}, warn: () => {} }
  const clocks = { now: Date.now, steady: () => performance.now() }
  return createSending({ outbox, api: { botId: 1, call }, most, leases, leaseOwner: 'a', log, ...clocks })
}

const work = {
  state: 'running',
  revision: 1,
  onUnknown: 'hold',
  isPaid: false,
  isFilling: false,
  abTest: undefined,
} as const

test('when the disk fills up after an intent, its rows are sent though others cannot be released', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const most = { bulk: 1000, reply: 4, paid: 1000 }
  await addBuckets(db, { botId: 1, most })
  await addSubscribers(db, 2)
  const id = await addBroadcast(db)
  const slice = () => fillSlice(db, { id, audience: {}, startedAt: 0, until: 0, now: 0 })
  expect(await slice()).toBe('whole')
  let isFull = false
  const writeRaw: Db['writeRaw'] = async (statements, options) => {
    if (isFull) throw new UnwritableError('app.db', 'full', undefined)
    isFull = JSON.stringify(statements).includes("set state = 'sending'")
    // Another process has claimed this row in the meantime.
    if (isFull) await db.client.execute("update deliveries set holder = 'b' where chat_id = 2")
    return db.writeRaw(statements, options)
  }
  const called: unknown[] = []
  const call: BotApi['call'] = async (_, { chat_id }) => {
    called.push(chat_id)
    isFull = false
    return { status: 'sent', result: { message_id: 1 } }
  }
  const sending = openSending({ ...db, writeRaw }, { most, call })
  expect(await sending.claimMore({ id, ...work })).toBe(2)
  await until(() => isFull || called.length > 0)
  await sending.close()
  expect(called).toEqual([1])
  expect(await statesOf(db, id)).toEqual({ sent: 1, claimed: 1 })
})

test('on a slow disk results are written before more is sent, so a kill leaves few unknown', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const most = { bulk: 100, reply: 4, paid: 1000 }
  await addBuckets(db, { botId: 1, most })
  await addSubscribers(db, 40)
  const id = await addBroadcast(db)
  expect(await fillSlice(db, { id, audience: {}, startedAt: 0, until: 0, now: 0 })).toBe('whole')
  let called = 0
  const unwritten: number[] = []
  const sentRows = async () => (await statesOf(db, id)).sent ?? 0
  const writeRaw: Db['writeRaw'] = async (statements, options) => {
    const words = JSON.stringify(statements)
    if (words.includes("set state = 'sending'")) unwritten.push(called - (await sentRows()))
    // Writes of results take long, as on a slow disk.
    if (words.includes('result.reason')) await Bun.sleep(150)
    return db.writeRaw(statements, options)
  }
  const call: BotApi['call'] = async () => ({ status: 'sent', result: { message_id: ++called } })
  const sending = openSending({ ...db, writeRaw }, { most, call })
  await until(async () => {
    await sending.claimMore({ id, ...work })
    return (await sentRows()) === 40
  })
  await sending.close()
  expect(Math.max(...unwritten)).toBeLessThanOrEqual(5)
})

test('a broadcast does not wait for the far more numerous results of a paid one', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const most = { bulk: 30, reply: 4, paid: 1000 }
  await addBuckets(db, { botId: 1, most })
  await addSubscribers(db, 5)
  const [paid, usual] = [await addBroadcast(db), await addBroadcast(db)]
  for (const id of [paid, usual])
    expect(await fillSlice(db, { id, audience: {}, startedAt: 0, until: 0, now: 0 })).toBe('whole')
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const writeRaw: Db['writeRaw'] = async (statements, options) => {
    const isOfResults = JSON.stringify(statements).includes('result.reason')
    isHeld ||= isOfResults
    if (isOfResults) await held.promise
    return db.writeRaw(statements, options)
  }
  let called = 0
  const call: BotApi['call'] = async () => ({ status: 'sent', result: { message_id: ++called } })
  const sending = openSending({ ...db, writeRaw }, { most, call })
  expect(await sending.claimMore({ id: paid, ...work, isPaid: true })).toBe(5)
  await until(() => isHeld && called === 5)
  expect(await sending.claimMore({ id: usual, ...work })).toBe(5)
  await until(() => called > 5)
  held.resolve()
  await until(() => called === 10)
  await sending.close()
  for (const id of [paid, usual]) expect(await statesOf(db, id)).toEqual({ sent: 5 })
})

test('while results cannot be written, at most 1.5 seconds of rows are claimed', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const most = { bulk: 100, reply: 4, paid: 1000 }
  await addBuckets(db, { botId: 1, most })
  await addSubscribers(db, 900)
  const id = await addBroadcast(db)
  expect(await fillSlice(db, { id, audience: {}, startedAt: 0, until: 0, now: 0 })).toBe('whole')
  let isBroken = true
  let triedInVain = 0
  const writeRaw: Db['writeRaw'] = async (statements, options) => {
    const isOfResults = JSON.stringify(statements).includes('result.reason')
    if (isOfResults && isBroken) triedInVain++
    if (isOfResults && isBroken) throw new UnwritableError('app.db', 'full', undefined)
    return db.writeRaw(statements, options)
  }
  let called = 0
  const call: BotApi['call'] = async () => ({ status: 'sent', result: { message_id: ++called } })
  const sending = openSending({ ...db, writeRaw }, { most, call })
  let taken = 0
  const take = async () => {
    const rows = await sending.claimMore({ id, ...work })
    taken += rows
    // No slots are scheduled ahead, so only rows whose results are unwritten can block claiming.
    return rows > 0 || sending.waitMs() > 0 ? undefined : rows
  }
  await until(async () => taken > 300 || (await take()) === 0)
  const tried = triedInVain
  await until(async () => {
    await take()
    return taken > 300 || triedInVain > tried + 1
  })
  for (let asked = 0; asked < 300; asked++) await take()
  expect(taken).toBeLessThanOrEqual(160)
  expect(called).toBeLessThanOrEqual(15)
  isBroken = false
  await until(async () => {
    await sending.claimMore({ id, ...work })
    return called > 200
  })
  await sending.close()
})
