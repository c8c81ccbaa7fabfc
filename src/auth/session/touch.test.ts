import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import { createBackground } from '../../jobs/background.ts'
import { createTouch } from './touch.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite()
})
afterAll(() => site.close())

/** Counts the attempted writes; each write fails with the error of `failure`. */
function recorded(failure?: () => Error | undefined) {
  const errors: string[] = []
  const background = createBackground({ error: (text) => void errors.push(text) })
  let writes = 0
  const writeBatch = async () => {
    writes++
    const error = failure?.()
    if (error) throw error
    return []
  }
  const touch = createTouch({ ...site.appDb, writeBatch } as typeof site.appDb, background)
  return { touch, idle: background.idle, errors, writes: () => writes }
}

test('only one write per session runs at a time', async () => {
  const { touch, idle, writes } = recorded()
  touch('a', 'user', 1000)
  touch('a', 'user', 1001)
  touch('b', 'user', 1001)
  expect(writes()).toBe(2)
  await idle()
  touch('a', 'user', 1002)
  expect(writes()).toBe(3)
  await idle()
})

test('after a write that found no space, none is attempted for ten seconds', async () => {
  let isFull = true
  const full = () => (isFull ? new UnwritableError('app.db', 'full', undefined) : undefined)
  const { touch, idle, writes, errors } = recorded(full)
  touch('a', 'user', 1000)
  await idle()
  isFull = false
  touch('a', 'user', 10_999)
  touch('b', 'user', 10_999)
  expect(writes()).toBe(1)
  touch('a', 'user', 11_000)
  await idle()
  expect(writes()).toBe(2)
  expect(errors).toEqual([])
})

test('any other failure is logged, and the next write is attempted', async () => {
  const { touch, idle, writes, errors } = recorded(() => new Error('A bug'))
  touch('a', 'user', 1000)
  await idle()
  touch('a', 'user', 1001)
  await idle()
  const failed = 'Recording the last use of a session or token failed'
  expect(writes()).toBe(2)
  expect(errors).toEqual([failed, failed])
})
