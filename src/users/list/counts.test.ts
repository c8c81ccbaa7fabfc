import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openMigrated } from '../../../tests/migrated.ts'
import { addUsers } from '../../../tests/users.ts'
import type { Db } from '../../db/client.ts'
import { createCounter } from './counts.ts'

const now = 1_800_000_000_000
let db: Db
beforeAll(async () => {
  db = await openMigrated('app')
})
afterAll(() => db.close())

test('counts of 100 searches are cached; one more evicts the oldest', async () => {
  const counter = createCounter(db)
  const count = async (search: string) => (await counter.count({ search }, now)).total
  expect(await count('first')).toBe(0)
  await addUsers(db, [{ login: 'first' }])
  for (let at = 1; at < 100; at++) await count(`other-${at}`)
  expect(await count('first')).toBe(0)
  await count('one more')
  expect(await count('first')).toBe(1)
})
