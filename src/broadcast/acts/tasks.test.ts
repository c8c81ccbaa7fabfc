import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { deleteSent } from './tasks.ts'

let db: Db
beforeAll(async () => {
  db = await openOutbox()
})
afterAll(() => db.close())

const startedAt = 1_800_000_000_000
const twoDays = 48 * 3_600_000
const origin = { address: '10.0.0.1', requestId: 'test' }

test.each([
  [twoDays - 1, 'done'],
  [twoDays, 'refused'],
] as const)('what began %d ms ago can be deleted: %s', async (passed, status) => {
  const id = await addBroadcast(db, { state: 'finished' })
  const sql = 'update broadcasts set started_at = ?, total = 1, sent = 1 where id = ?'
  await db.client.execute({ sql, args: [startedAt, id] })
  expect(await deleteSent({ db, now: () => startedAt + passed }, origin, id)).toMatchObject({ status })
})
