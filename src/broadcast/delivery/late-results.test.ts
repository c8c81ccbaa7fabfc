import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, countsOf, openOutbox, sweepAfter } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { addBuckets } from '../../telegram/limiter/bucket-queries.ts'
import { finishIfDone } from './broadcast-work-queries.ts'
import { type Claim, claim, noDueTime, recordIntents } from './claim-queries.ts'
import { fillSlice } from './fill-queries.ts'
import { type Result, recordResults } from './result-queries.ts'

/* In these tests, a process that stalled for longer than its leases finds that its broadcast finished without it. */

const start = 1_800_000_000_000
const later = start + 60_000
const leases = { claimed: 20_000, sending: 45_000 }
let db: Db
let id: string
let row: Claim
beforeEach(async () => {
  db = await openOutbox()
  await addBuckets(db, { botId: 1, most: { bulk: 25, reply: 4, paid: 1000 } })
  await addSubscribers(db, 1)
  id = await addBroadcast(db)
  const slice = () => fillSlice(db, { id, audience: {}, startedAt: start, until: start, now: start })
  expect(await slice()).toBe('whole')
  const held = { leaseOwner: 'slow', now: start, botId: 1 }
  const broadcast = { id, revision: 1, lane: 'bulk', onUnknown: 'hold' } as const
  const claimed = await claim(db, { broadcast, ...held, leaseMs: leases.claimed, seconds: 0.4, most: 25 })
  const [intended] = await recordIntents(db, claimed.rows, { ...held, leaseMs: leases.sending })
  if (!intended) throw new Error('Nothing was to be sent')
  row = intended
  await sweepAfter(db, leases, { watchedMs: leases.sending, now: later })
  await finishIfDone(db, id, later)
  expect(await countsOf(db, id)).toMatchObject({ state: 'finished', total: 1, unknown: 1 })
})
afterEach(() => db.close())

const record = (more: Partial<Result>) => {
  const known = { reason: null, error: null, messageId: 7, messages: 1, dueAt: noDueTime, isRefunded: false }
  const result: Result = { row, ...known, state: 'sent', hasNext: false, ...more }
  return recordResults(db, [result], { leaseOwner: 'slow', now: later })
}

test('the text after an album is sent although the broadcast had finished', async () => {
  await record({ hasNext: true })
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', sent: 0, unknown: 0 })
  await finishIfDone(db, id, later)
  expect(await countsOf(db, id)).toMatchObject({ state: 'running' })
})

test('a recipient who certainly got nothing waits again and is not lost', async () => {
  await record({ state: 'pending', isRefunded: true })
  expect(await countsOf(db, id)).toMatchObject({ state: 'running', unknown: 0 })
})

test('a late confirmation of delivery changes only the counters', async () => {
  await record({})
  expect(await countsOf(db, id)).toMatchObject({ state: 'finished', sent: 1, unknown: 0 })
})
