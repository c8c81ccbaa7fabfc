import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, openOutbox, sweepAfter } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { addBuckets, refuseStatements } from '../../telegram/limiter/bucket-queries.ts'
import { claim, listedRows, recordIntents } from './claim-queries.ts'
import { fillSlice } from './fill-queries.ts'

let db: Db
let id: string
const start = 1_800_000_000_000
const leases = { claimed: 1000, sending: 3000 }
beforeAll(async () => {
  db = await openOutbox()
  await addBuckets(db, { botId: 1, most: { bulk: 25, reply: 4, paid: 1000 } })
  await addSubscribers(db, 25)
  id = await addBroadcast(db)
})
afterAll(() => db.close())

const take = (leaseOwner: string, now: number) => {
  const broadcast = { id, revision: 1, lane: 'bulk', onUnknown: 'hold' } as const
  return claim(db, { broadcast, leaseOwner, now, leaseMs: leases.claimed, seconds: 0.4, botId: 1, most: 25 })
}

test('concurrent slices continue each other; a row claimed twice by one process is sent once', async () => {
  const audience = { locale: 'ru' } as const
  const slice = () => fillSlice(db, { id, audience, startedAt: start, until: start, now: start, rows: 5 })
  expect(await Promise.all([slice(), slice(), slice(), slice()])).toEqual(['more', 'more', 'whole', 'stopped'])
  const { rows } = await db.client.execute('select chat_id from deliveries order by chat_id')
  expect(rows.map(({ chat_id }) => chat_id)).toEqual(Array.from({ length: 13 }, (_, n) => 2 * n + 1))

  const first = await take('a', start)
  expect(first.rows).toHaveLength(10)
  await sweepAfter(db, leases, { watchedMs: leases.claimed, now: start + leases.claimed })
  const again = await take('a', start + leases.claimed)
  const both = [...first.rows, ...again.rows]
  const intended = await recordIntents(db, both, {
    leaseOwner: 'a',
    now: start + 1001,
    leaseMs: leases.sending,
    botId: 1,
  })
  expect(intended.map(({ chatId }) => chatId)).toEqual(first.rows.map(({ chatId }) => chatId))
  const stolen = await recordIntents(db, both, {
    leaseOwner: 'b',
    now: start + 1001,
    leaseMs: leases.sending,
    botId: 1,
  })
  expect(stolen).toEqual([])

  await sweepAfter(db, leases, { watchedMs: leases.sending, now: start + 1001 + leases.sending })
  const { rows: counted } = await db.client.execute({
    sql: 'select unknown, total from broadcasts where id = ?',
    args: [id],
  })
  expect({ ...counted[0] }).toMatchObject({ unknown: 10, total: 13 })
})

/** Claims three recipients of a broadcast, in a separate database */
async function claimThree() {
  const own = await openOutbox()
  await addBuckets(own, { botId: 1, most: { bulk: 25, reply: 4, paid: 1000 } })
  await addSubscribers(own, 3)
  const id = await addBroadcast(own)
  for (const _ of 'ab') await fillSlice(own, { id, audience: {}, startedAt: start, until: start, now: start })
  const broadcast = { id, revision: 1, lane: 'bulk', onUnknown: 'hold' } as const
  const asked = { broadcast, leaseOwner: 'a', now: start, leaseMs: leases.claimed, seconds: 0.4, botId: 1, most: 25 }
  const { rows } = await claim(own, asked)
  return { own, rows }
}

test('rows claimed before Telegram makes any lane wait are not sent until the wait is over', async () => {
  const { own, rows } = await claimThree()
  expect(rows).toHaveLength(3)
  await own.writeRaw(refuseStatements({ botId: 1, lane: 'reply', now: start, most: 4, waitMs: 5000 }))
  const at = (now: number) => recordIntents(own, rows, { leaseOwner: 'a', now, leaseMs: leases.sending, botId: 1 })
  expect(await at(start + 4999)).toEqual([])
  expect(await at(start + 5000)).toHaveLength(3)
  await own.close()
})

test('rows claimed before a pause, a cancellation or an edit are not sent after it', async () => {
  const { own, rows } = await claimThree()
  const intended = () => recordIntents(own, rows, { leaseOwner: 'a', now: start, leaseMs: leases.sending, botId: 1 })
  for (const change of ["state = 'paused'", "state = 'cancelled'", "state = 'running', revision = 2"]) {
    await own.client.execute(`update broadcasts set ${change}`)
    expect(await intended()).toEqual([])
  }
  await own.client.execute('update broadcasts set revision = 1')
  expect(await intended()).toHaveLength(3)
  await own.close()
})

test('a slowed lane claims as many rows as it can send in that time', async () => {
  const own = await openOutbox()
  const most = { bulk: 25, reply: 4, paid: 1000 }
  await addBuckets(own, { botId: 1, most })
  await addSubscribers(own, 20)
  const id = await addBroadcast(own)
  for (const _ of 'ab') await fillSlice(own, { id, audience: {}, startedAt: start, until: start, now: start })
  for (const at of [1, 2, 3, 4]) {
    await own.writeRaw(refuseStatements({ botId: 1, lane: 'bulk', now: start + at, most: 25, waitMs: 1 }))
  }
  const broadcast = { id, revision: 1, lane: 'bulk', onUnknown: 'hold' } as const
  const asked = {
    broadcast,
    leaseOwner: 'a',
    now: start + 5,
    leaseMs: leases.claimed,
    seconds: 0.4,
    botId: 1,
    most: 25,
  }
  const { rows, slots } = await claim(own, asked)
  // After four refusals, the rate is 25 × 0.7⁴ = 6 a second, so 0.4 seconds have three rows.
  expect(rows).toHaveLength(3)
  expect(slots.everyMs).toBeCloseTo(1000 / (25 * 0.7 ** 4 * 0.965), 3)
  await own.close()
})

test('every statement finds its rows by an index', async () => {
  // The database is separate: an explained update counts as in flight until it is finalized, so nothing can be
  // committed.
  const explained = await openOutbox()
  const plan = async (sql: string) => {
    const { rows } = await explained.client.execute(`explain query plan ${sql}`)
    return rows.map(({ detail }) => String(detail)).join('\n')
  }
  const due =
    "select chat_id, part from deliveries where broadcast_id = 'x' and state = 'pending' and due_at <= 1 order by due_at, chat_id limit 9"
  expect(await plan(due)).toMatch(/deliveries_pending \(broadcast_id=\? AND due_at<\?\)$/)
  const next = `update deliveries set state = 'claimed' from (${due}) as next where deliveries.broadcast_id = 'x'
    and deliveries.chat_id = next.chat_id and deliveries.part = next.part and state = 'pending'`
  expect(await plan(next)).toContain('PRIMARY KEY (broadcast_id=? AND chat_id=? AND part=?)')
  expect(await plan(next)).not.toContain('SCAN deliveries')
  const results = `update deliveries set state = 'sent' from ${listedRows} and state = 'sending'`
  expect(await plan(results.replace(':rows', "'[]'"))).toContain(
    'PRIMARY KEY (broadcast_id=? AND chat_id=? AND part=?)',
  )
  await explained.close()
})
