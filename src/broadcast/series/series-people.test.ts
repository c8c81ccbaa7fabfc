import { afterEach, beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addSubscribers, openOutbox } from '../../../tests/outbox.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { addSeries } from '../../../tests/series.ts'
import type { Db } from '../../db/client.ts'
import { enterByStart, leaveSeries, listDueSteps, movePeople, trimRemoved } from './people-queries.ts'

let db: Db
beforeEach(async () => {
  db = await openOutbox()
})
afterEach(() => db.close())

const minute = 60_000
const moveAll = async (now: number) => {
  for (const step of await listDueSteps(db, now)) await movePeople(db, step, now)
}
const rowsOf = async (sql: string) =>
  (await db.client.execute(sql)).rows.map((row): Record<string, unknown> => ({ ...row }))

type Op =
  | { kind: 'start' | 'reply' | 'stop'; chat: number }
  | { kind: 'wait'; minutes: number }
  | { kind: 'move'; movers: number }
  | { kind: 'turn'; isRunning: boolean }
const chat = fc.integer({ min: 1, max: 5 })
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constantFrom('start' as const, 'reply' as const, 'stop' as const), chat }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('move' as const), movers: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('turn' as const), isRunning: fc.boolean() }),
)

/** Expected state of one person: the next step, when this step is due, and whether the person waits */
interface Person {
  state: 'waiting' | 'done' | 'left'
  position: number
  dueAt: number
}

test('each person gets each step once, in order and not too early, until they leave', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 4 }),
    fc.array(op, { minLength: 5, maxLength: 60 }),
    async (delays, ops) => {
      for (const table of ['series_people', 'deliveries', 'broadcasts', 'series', 'subscribers']) {
        await db.client.execute(`delete from ${table}`)
      }
      await addSubscribers(db, 5)
      const { id, steps } = await addSeries(db, { delays })
      const people = new Map<number, Person>()
      const got = new Map<number, number>()
      let [now, isRunning] = [1_000_000, true]
      const stopped = new Set<number>()
      for (const each of ops) {
        if (each.kind === 'wait') now += each.minutes * minute
        if (each.kind === 'turn') {
          isRunning = each.isRunning
          await db.client.execute(`update series set state = '${isRunning ? 'running' : 'stopped'}'`)
          await db.client.execute(`update broadcasts set state = '${isRunning ? 'running' : 'paused'}'`)
        }
        if (each.kind === 'start') {
          stopped.delete(each.chat)
          await db.client.execute(`update subscribers set state = 'active' where chat_id = ${each.chat}`)
          await db.writeBatch([enterByStart(db, { chatId: each.chat, now })])
          const fresh: Person = { state: 'waiting', position: 0, dueAt: now + (delays[0] ?? 0) * minute }
          if (isRunning && !people.has(each.chat)) people.set(each.chat, fresh)
        }
        if (each.kind === 'reply') {
          await db.writeBatch([leaveSeries(db, { chatId: each.chat, now })])
          const person = people.get(each.chat)
          if (person?.state === 'waiting') person.state = 'left'
        }
        if (each.kind === 'stop') {
          stopped.add(each.chat)
          await db.client.execute(`update subscribers set state = 'stopped' where chat_id = ${each.chat}`)
        }
        if (each.kind === 'move') {
          await Promise.all(Array.from({ length: each.movers }, () => moveAll(now)))
          // Steps without a delay may follow the previous step at once.
          for (let n = 0; n < 5; n++) await moveAll(now)
          for (const [chatId, person] of people) {
            while (isRunning && person.state === 'waiting' && person.dueAt <= now) {
              if (stopped.has(chatId)) person.state = 'left'
              else {
                got.set(chatId, (got.get(chatId) ?? 0) + 1)
                person.position++
                const delay = delays[person.position]
                if (delay === undefined) person.state = 'done'
                person.dueAt = now + (delay ?? 0) * minute
              }
            }
          }
        }
      }
      const rows = await rowsOf('select chat_id, state, position from series_people order by chat_id')
      const expected = [...people].map(([chat_id, { state, position }]) => ({ chat_id, state, position }))
      expect(rows).toEqual(expected.toSorted((a, b) => a.chat_id - b.chat_id))
      for (const [position, step] of steps.entries()) {
        const sent = await rowsOf(`select chat_id from deliveries where broadcast_id = '${step}' order by chat_id`)
        const due = [...got].filter(([, count]) => count > position).map(([chatId]) => chatId)
        expect(sent.map(({ chat_id }) => Number(chat_id))).toEqual(due.toSorted((a, b) => a - b))
        const [total] = await rowsOf(`select total from broadcasts where id = '${step}'`)
        expect(total?.total).toBe(due.length)
      }
      expect((await rowsOf(`select 1 from series where id = '${id}'`)).length).toBe(1)
    },
  )
  await fc.assert(property, { numRuns: runsOf(25) })
})

test('nobody moves during Moscow quiet hours, or past a paused step', async () => {
  await addSubscribers(db, 2)
  const { steps } = await addSeries(db, { delays: [0, 0], quiet: [22 * 60, 8 * 60] })
  const night = Date.UTC(2026, 10, 22, 20)
  await db.writeBatch([enterByStart(db, { chatId: 1, now: night })])
  expect(await listDueSteps(db, night)).toEqual([])
  const morning = Date.UTC(2026, 10, 23, 5)
  await db.client.execute(`update broadcasts set state = 'paused' where id = '${steps[1]}'`)
  for (let n = 0; n < 3; n++) await moveAll(morning)
  expect(await rowsOf('select position, state from series_people')).toEqual([{ position: 1, state: 'waiting' }])
})

test('many people move in slices, and unsubscribed people leave', async () => {
  await addSubscribers(db, 1700)
  const { steps, id } = await addSeries(db, { delays: [0, 60] })
  await db.client.execute(`insert into series_people (series_id, chat_id, due_at, at)
    select '${id}', chat_id, 0, 0 from subscribers`)
  await db.client.execute("update subscribers set state = 'blocked' where chat_id % 3 = 0")
  while ((await listDueSteps(db, 1)).length > 0) await moveAll(1)
  const [{ n } = { n: 0 }] = await rowsOf(`select count(*) as n from deliveries where broadcast_id = '${steps[0]}'`)
  expect(Number(n)).toBe(1700 - 566)
  const states = await rowsOf('select state, position, count(*) as n from series_people group by state, position')
  expect(states).toEqual([
    { state: 'left', position: 0, n: 566 },
    { state: 'waiting', position: 1, n: 1134 },
  ])
})

test('the people of a removed series are deleted, then the series; sent steps stay', async () => {
  await addSubscribers(db, 3)
  const { id, steps } = await addSeries(db, { delays: [0] })
  await db.client.execute(`insert into series_people (series_id, chat_id, due_at, at)
    select '${id}', chat_id, 0, 0 from subscribers`)
  await moveAll(1)
  await db.client.execute("update series set state = 'removed'")
  while (await trimRemoved(db));
  expect([await rowsOf('select * from series'), await rowsOf('select * from series_people')]).toEqual([[], []])
  const left = await rowsOf(`select series_id, total from broadcasts where id = '${steps[0]}'`)
  expect(left).toEqual([{ series_id: null, total: 3 }])
})
