import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { listWork } from '../delivery/broadcast-work-queries.ts'
import { fillSlice } from '../delivery/fill-queries.ts'
import { startTestPeriod } from './ab-test-queries.ts'

const start = 1_800_000_000_000
const abTest = { variants: 2, percent: 30 }
let db: Db
beforeEach(async () => {
  db = await openOutbox()
  await addSubscribers(db, 20)
})
afterEach(() => db.close())

/** Creates a broadcast whose first slice was sent to its test group; the fixed id always gives the same group. */
async function begun(trialMinutes?: number): Promise<string> {
  const id = await addBroadcast(db, {
    id: '018f5a0e-0000-7000-8000-000000000001',
    trialPercent: abTest.percent,
    ...(trialMinutes !== undefined && { trialMinutes }),
  })
  await slice(id)
  await db.client.execute("update deliveries set state = 'sent' where state = 'pending'")
  return id
}
const slice = (id: string) =>
  fillSlice(db, { id, audience: {}, startedAt: start, until: start, abTest, now: start, rows: 10 })
const statesOf = async () => {
  const { rows } = await db.client.execute('select state, count(*) as n from deliveries group by state')
  return Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)]))
}

test('a test with a manual decision is still filled although none of its rows is due', async () => {
  const id = await begun()
  expect(await statesOf()).toEqual({ sent: 7, held: 3 })
  expect(await listWork(db, start)).toMatchObject([{ id, isFilling: true }])
})

test('the time of a test starts only when its audience is complete', async () => {
  const id = await begun(60)
  const endsAt = async () => (await listWork(db, start))[0]?.abTest?.endsAt
  await startTestPeriod(db, id, start)
  expect(await endsAt()).toBeNull()
  while ((await slice(id)) === 'more');
  await db.client.execute("update deliveries set state = 'sent' where state = 'pending'")
  await startTestPeriod(db, id, start)
  const { rows } = await db.client.execute('select trial_ends_at from broadcasts')
  expect(rows[0]?.trial_ends_at).toBe(start + 3600_000)
})

test('groups, whose ids are negative, are in the audience', async () => {
  await db.client.execute('update subscribers set chat_id = -chat_id')
  const id = await addBroadcast(db)
  while ((await fillSlice(db, { id, audience: {}, startedAt: start, until: start, now: start, rows: 10 })) === 'more');
  expect(await statesOf()).toEqual({ pending: 20 })
})
