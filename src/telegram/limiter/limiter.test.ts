import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { openMigrated } from '../../../tests/migrated.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import type { Db } from '../../db/client.ts'
import { aheadMs, type Bucket, maxFreezeMs, maxReservationMs, minShare, refusalFactor, reserve } from './bucket.ts'
import {
  addBuckets,
  hasRoom,
  isThawed,
  type Lane,
  readReservation,
  refuseStatements,
  reserveStatements,
} from './bucket-queries.ts'
import { createSendWindow, type Departure } from './pacer.ts'

let db: Db
beforeAll(async () => {
  db = await openMigrated('app')
  await db.client.execute('create table slots_taken (n integer)')
})
afterAll(() => db.close())

const start = 1_800_000_000_000
const fresh = (rate: number): Bucket => ({ tat: 0, rate, frozenUntil: 0 })

/* The model of a bucket, which the SQL is compared with */

function isFrozen({ frozenUntil }: Pick<Bucket, 'frozenUntil'>, now: number): boolean {
  return frozenUntil > now && frozenUntil <= now + maxFreezeMs
}

/** Returns ms until slots may be reserved; 0 means now. */
function waitOf(bucket: Bucket, now: number): number {
  if (isFrozen(bucket, now)) return bucket.frozenUntil - now
  const ahead = bucket.tat - now
  return ahead > aheadMs && ahead <= maxReservationMs ? ahead - aheadMs : 0
}

/** Slows down once per freeze: refusals of requests that were already in flight are no news. */
function refuse(bucket: Bucket, { now, waitMs, most }: { now: number; waitMs: number; most: number }): Bucket {
  const until = now + Math.min(waitMs, maxFreezeMs)
  if (isFrozen(bucket, now)) return { ...bucket, frozenUntil: Math.max(bucket.frozenUntil, until) }
  return { ...bucket, frozenUntil: until, rate: Math.max(most * minShare, bucket.rate * refusalFactor) }
}

async function findBucket(botId: number, lane: Lane): Promise<Bucket> {
  const select = 'select tat, rate, frozen_until from rate_buckets where bot_id = ? and lane = ?'
  const row = await db.readOne(select)(botId, lane)
  return { tat: Number(row?.tat), rate: Number(row?.rate), frozenUntil: Number(row?.frozen_until) }
}

/** Reserves slots as often and as many as allowed. @returns the times at which messages are sent */
function send(bucket: Bucket, most: number, counts: readonly number[]): number[] {
  const leaves: number[] = []
  let now = start
  for (const asked of counts) {
    const count = Math.min(asked, most)
    now += waitOf(bucket, now)
    const { bucket: after, slots } = reserve(bucket, { now, count, most })
    for (let slot = 0; slot < count; slot++) leaves.push(slots.from + slot * slots.everyMs)
    bucket = after
  }
  return leaves
}

test('no second exceeds the rate, and a minute uses 96 percent of it, with any demand', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 200, maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), counts, (most, asked) => {
      const leaves = send(fresh(most), most, asked)
      for (const [at, time] of leaves.entries()) {
        const later = leaves[at + most]
        if (later !== undefined) expect(later - time).toBeGreaterThan(1000)
      }
      const seconds = ((leaves.at(-1) ?? 0) - start) / 1000
      expect((leaves.length - 1) / seconds).toBeGreaterThan(0.96 * most)
    }),
    { numRuns: runsOf(200) },
  )
})

test('a refusal stops all sends for its wait, and slows down once per freeze', () => {
  const slower = refuse(fresh(25), { now: start, waitMs: 3000, most: 25 })
  expect(slower).toMatchObject({ rate: 17.5, frozenUntil: start + 3000 })
  const again = refuse(slower, { now: start + 500, waitMs: 3000, most: 25 })
  expect(again).toMatchObject({ rate: 17.5, frozenUntil: start + 3500 })
  expect([waitOf(again, start + 500), waitOf(again, start + 3500)]).toEqual([3000, 0])
  expect(refuse(again, { now: start + 3500, waitMs: 1000, most: 25 }).rate).toBeCloseTo(12.25)
  let least = fresh(25)
  for (let at = 0; at < 50; at++) least = refuse(least, { now: start + at * 2000, waitMs: 1000, most: 25 })
  expect(least.rate).toBe(0.5)
})

test('below a lower limit it settles within ten seconds, and recovers within half an hour', () => {
  const allowed = 10
  let bucket = fresh(25)
  let now = start
  const sent: number[] = []
  const refusedAt: number[] = []
  while (now < start + 60_000) {
    now += waitOf(bucket, now)
    const { bucket: after, slots } = reserve(bucket, { now, count: 1, most: 25 })
    bucket = after
    now = Math.max(now, slots.from)
    if (sent.filter((at) => at > now - 1000).length >= allowed) {
      refusedAt.push(now)
      bucket = refuse(bucket, { now, waitMs: 1000, most: 25 })
    } else sent.push(now)
  }
  expect(refusedAt.filter((at) => at > start + 10_000)).toEqual([])
  for (let minute = 0; minute < 60; minute++)
    bucket = reserve(bucket, { now: now + minute * 60_000, count: 600, most: 25 }).bucket
  expect(bucket.rate).toBe(25)
})

test('a clock change causes no wait longer than a freeze, and no burst', () => {
  const steps = fc.array(
    fc.record({ by: fc.integer({ min: -86_400_000, max: 86_400_000 }), count: fc.integer({ min: 1, max: 25 }) }),
  )
  fc.assert(
    fc.property(steps, (turns) => {
      let bucket = fresh(25)
      let now = start
      for (const { by, count } of turns) {
        now += by
        expect(waitOf(bucket, now)).toBeLessThanOrEqual(maxFreezeMs)
        if (isFrozen(bucket, now)) continue
        const { bucket: after, slots } = reserve(bucket, { now, count, most: 25 })
        expect(slots.from).toBeGreaterThanOrEqual(now)
        bucket = by > 80_000_000 ? refuse(after, { now, waitMs: 30_000, most: 25 }) : after
      }
    }),
    { numRuns: runsOf(500) },
  )
})

test('a new configured rate applies at once, scaled by earlier refusals', async () => {
  const at = { botId: 900, lane: 'bulk', now: start } as const
  const slow = { botId: 900, most: { bulk: 3, reply: 4, paid: 1000 } }
  await addBuckets(db, slow)
  await addBuckets(db, { botId: 900, most: { ...slow.most, bulk: 500 } })
  expect(await findBucket(900, 'bulk')).toMatchObject({ rate: 500 })
  await db.writeRaw(refuseStatements({ ...at, most: 500, waitMs: 1000 }))
  await addBuckets(db, { botId: 900, most: { ...slow.most, bulk: 500 } })
  expect(await findBucket(900, 'bulk')).toMatchObject({ rate: 350, frozenUntil: start + 1000 })
  await addBuckets(db, { botId: 900, most: { ...slow.most, bulk: 20 } })
  expect((await findBucket(900, 'bulk')).rate).toBeCloseTo(14)
})

test('SQL reserves, refuses and waits like the model', async () => {
  let bots = 0
  const turn = fc.record({
    by: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: -100_000, max: 2_000_000 })),
    count: fc.integer({ min: 0, max: 25 }),
    isRefused: fc.boolean(),
    waitMs: fc.integer({ min: 1, max: 2_000_000 }),
  })
  const refusal = { by: 1, count: 0, isRefused: true, waitMs: 1 }
  const slowed = [refusal, refusal, refusal, refusal, { by: 1, count: 16, isRefused: false, waitMs: 1 }]
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 20 }), async (turns) => {
      const botId = ++bots
      const most = 25
      await addBuckets(db, { botId, most: { bulk: most, reply: 4, paid: 1000 } })
      let bucket = fresh(most)
      let now = start
      for (const { by, count, isRefused, waitMs } of turns) {
        now += by
        const at = { botId, lane: 'bulk', now } as const
        const { rows } = await db.client.execute({
          sql: `select ${hasRoom} as has_room, ${isThawed} as is_thawed`,
          args: at,
        })
        expect([rows[0]?.has_room, rows[0]?.is_thawed]).toEqual([
          Number(waitOf(bucket, now) === 0),
          Number(!isFrozen(bucket, now)),
        ])
        if (isRefused) {
          bucket = refuse(bucket, { now, waitMs, most })
          await db.writeRaw(refuseStatements({ ...at, waitMs, most }))
        } else if (waitOf(bucket, now) === 0 && count > 0) {
          const { bucket: after, slots } = reserve(bucket, { now, count, most })
          bucket = after
          const taken = `insert into slots_taken ${Array.from({ length: count }, () => 'select 1').join(' union all ')}`
          const results = await db.writeRaw([taken, ...reserveStatements({ ...at, most })])
          const read = readReservation(results[1], { now, count, most })
          expect(read.slots.from).toBeCloseTo(slots.from, 2)
          expect(read.slots.everyMs).toBeCloseTo(slots.everyMs, 3)
          expect(read.bucket.rate).toBeCloseTo(bucket.rate, 6)
        }
        const stored = await findBucket(botId, 'bulk')
        expect(stored.tat).toBeCloseTo(bucket.tat, 2)
        expect(stored.rate).toBeCloseTo(bucket.rate, 6)
        expect(stored.frozenUntil).toBe(bucket.frozenUntil)
      }
    }),
    { numRuns: runsOf(200), examples: [[slowed]] },
  )
})

test('a refusal in one lane stops all lanes of the bot, and slows down only that one', async () => {
  const rates = { bulk: 25, reply: 4, paid: 1000 }
  for (const botId of [-1, -2]) await addBuckets(db, { botId, most: rates })
  await db.writeRaw(refuseStatements({ botId: -1, lane: 'bulk', now: start, most: 25, waitMs: 3000 }))
  const of = async (botId: number, lane: keyof typeof rates) => {
    const bucket = await findBucket(botId, lane)
    return [bucket.rate, bucket.frozenUntil]
  }
  expect(await of(-1, 'bulk')).toEqual([17.5, start + 3000])
  expect(await of(-1, 'reply')).toEqual([4, start + 3000])
  expect(await of(-1, 'paid')).toEqual([1000, start + 3000])
  expect(await of(-2, 'bulk')).toEqual([25, 0])
})

test('no second has too many arrivals, however late slots come and however long sends take', () => {
  const minMs = 10
  const message = fc.record({
    pauseMs: fc.integer({ min: 0, max: 300 }),
    thereMs: fc.integer({ min: 5, max: 30 }),
    backMs: fc.integer({ min: 5, max: 25 }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(message, { minLength: 60 }), (perSecond, messages) => {
      const window = createSendWindow()
      window.answered(window.depart(-10_000), -10_000 + minMs)
      const arrivals: number[] = []
      const underway: { departure: Departure; answeredAt: number }[] = []
      let now = 0
      const hear = () => {
        for (const { departure, answeredAt } of underway)
          if (answeredAt <= now && departure.tookMs === undefined) window.answered(departure, answeredAt)
      }
      for (const { pauseMs, thereMs, backMs } of messages) {
        now += pauseMs
        hear()
        for (let wait = window.waitMs(now, perSecond); wait > 0; wait = window.waitMs(now, perSecond)) {
          now += wait
          hear()
        }
        underway.push({ departure: window.depart(now), answeredAt: now + thereMs + backMs })
        arrivals.push(now + thereMs)
      }
      arrivals.sort((one, other) => one - other)
      expect(
        arrivals.every((at, index) => (arrivals[index + perSecond] ?? Number.POSITIVE_INFINITY) - at >= 1000),
      ).toBe(true)
    }),
    { numRuns: runsOf(300) },
  )
})

test('a slow answer costs less than a twentieth of the messages of a second', () => {
  const window = createSendWindow()
  window.answered(window.depart(-10_000), -9990)
  let now = 0
  for (let sent = 0; sent < 1000; sent++) {
    now += window.waitMs(now, 25)
    expect(window.waitMs(now, 25)).toBe(0)
    window.depart(now)
  }
  expect(now).toBeLessThanOrEqual(((1000 - 25) / (0.95 * 25)) * 1000)
})
