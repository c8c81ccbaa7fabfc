import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../tests/outbox.ts'
import { statusOf } from '../broadcast/automation/status.ts'
import { findBroadcast } from '../broadcast/broadcast-queries.ts'
import type { Db } from '../db/client.ts'
import { statusLine } from './broadcast-command.ts'

let db: Db
beforeAll(async () => {
  db = await openOutbox()
})
afterAll(() => db.close())

test.each([
  ['running', 0, 'running: 3 of 10+ sent, 0 failed, 0 unknown, 0 skipped, 7+ to go'],
  ['running', 1, 'running: 3 of 10 sent, 0 failed, 0 unknown, 0 skipped, 7 to go'],
  ['cancelled', 0, 'cancelled: 3 of 10+ sent, 0 failed, 0 unknown, 7 skipped, 0 to go'],
] as const)('the status of a %s broadcast shows if its audience is complete (%d)', async (state, isWhole, line) => {
  const id = await addBroadcast(db, { state })
  const sql = 'update broadcasts set total = 10, sent = 3, dropped = ?, is_snapshot_whole = ? where id = ?'
  await db.client.execute({ sql, args: [state === 'cancelled' ? 7 : 0, isWhole, id] })
  const row = await findBroadcast(db, id)
  expect(row && statusLine(statusOf(row), row)).toBe(line)
})
