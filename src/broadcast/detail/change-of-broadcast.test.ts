import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { changeOfBroadcast } from './change-of-broadcast.ts'

let db: Db
let row: BroadcastRow
beforeAll(async () => {
  db = await openOutbox()
  const found = await findBroadcast(db, await addBroadcast(db, { state: 'running' }))
  if (!found) throw new Error('There is no broadcast')
  row = found
})
afterAll(() => db.close())

test('watchers are notified when the audience is complete, even if no number changed', () => {
  expect(changeOfBroadcast(row, { ...row })).toBeUndefined()
  expect(changeOfBroadcast(row, { ...row, isSnapshotWhole: true })).toBe('counters')
  expect(changeOfBroadcast(row, { ...row, state: 'paused' })).toBe('state')
})
