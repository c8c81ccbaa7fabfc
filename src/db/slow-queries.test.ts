import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import type { LogFields } from '../log/logger.ts'
import { openDb } from './client.ts'
import { createSlowQueries, withoutValues } from './db-observer.ts'

/** Time by which each reading advances the clock, ms */
const stepMs = 7

/** Makes the clock advance by one step at each reading. */
function stepClock(): void {
  let at = 0
  spyOn(performance, 'now').mockImplementation(() => (at += stepMs))
}

afterEach(() => mock.restore())

function slowQueries(fromMs: number) {
  const logged: LogFields[] = []
  let now = 0
  const log = { warn: (_: string, fields: LogFields = {}) => void logged.push(fields) }
  const note = createSlowQueries({ database: 'app', fromMs, log, now: () => now })
  const pass = (ms: number) => {
    now += ms
  }
  return { note, logged, pass }
}

test('statements are logged from the threshold on, without values', () => {
  const { note, logged } = slowQueries(200)
  expect([note('select 1', 199.9), note("select * from users where login = 'anna'", 200)]).toEqual([false, true])
  expect(logged).toEqual([{ database: 'app', statement: 'select * from users where login = ?', durationMs: 200 }])
})

test('a threshold of 0 disables the log', () => {
  const { note, logged } = slowQueries(0)
  expect([note('select 1', 1e9), logged]).toEqual([false, []])
})

test('ten lines are logged at once, then one per ten seconds with a count of the others', () => {
  const { note, logged, pass } = slowQueries(1)
  const wereSlow = Array.from({ length: 25 }, () => note('select 1', 5))
  expect(logged).toHaveLength(10)
  expect(wereSlow).not.toContain(false)
  pass(10_000)
  note('select 1', 5)
  expect(logged).toHaveLength(11)
  expect(logged.at(-1)).toMatchObject({ suppressed: 15 })
})

test.each([
  ["insert into a values (1, 'x''y', -2.5, null)", 'insert into a values (?…, null)'],
  ['select a1, "b" from t_3 where x = ?1 limit 10', 'select a1, "b" from t_3 where x = ?1 limit ?'],
  ['select *\n  from a where id in (?, ?, ?)', 'select * from a where id in (?…)'],
  ["select 'never closed", 'select ?'],
])('%s is logged as %s', (sql, logged) => {
  expect(withoutValues(sql)).toBe(logged)
})

test('no part of any text value is logged', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3, unit: 'binary' }), (text) => {
      const secret = `§${text}§`
      expect(withoutValues(`update a set b = '${secret.replaceAll("'", "''")}' where c = 1`)).toBe(
        'update a set b = ? where c = ?',
      )
    }),
  )
})

test('statements, batches by their first statement, and write waits are observed', async () => {
  const ran: string[] = []
  const waits: number[] = []
  const observer = {
    ran: (sql: string) => void ran.push(sql),
    waited: (ms: number) => void waits.push(ms),
    wasBusy() {},
  }
  const db = await openDb({ url: 'file::memory:', observer })
  ran.length = 0
  stepClock()
  await db.writeRaw(['create table a (b)', 'insert into a values (1)'])
  await db.client.execute({ sql: 'select b from a where b = ?', args: [1] })
  await expect(db.client.execute('select b from nowhere')).rejects.toThrow('nowhere')
  expect(ran).toEqual(['create table a (b)', 'select b from a where b = ?', 'select b from nowhere'])
  expect(waits).toEqual([stepMs])
  await db.close()
})

test('the duration of a prepared read is observed in ms', async () => {
  const reads: { sql: string; ms: number }[] = []
  const observer = { ran: (sql: string, ms: number) => void reads.push({ sql, ms }), waited() {}, wasBusy() {} }
  const db = await openDb({ url: 'file::memory:', observer })
  stepClock()
  await db.readAll('select 1')()
  const [read] = reads.filter(({ sql }) => sql === 'select 1')
  expect(read?.ms).toBe(stepMs)
  await db.close()
})
