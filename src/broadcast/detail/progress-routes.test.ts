import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { changeBetween } from './progress-routes.ts'

let db: Db
let row: BroadcastRow
beforeAll(async () => {
  db = await openOutbox()
  const found = await findBroadcast(db, await addBroadcast(db, { state: 'running' }))
  if (!found) throw new Error('There is no broadcast')
  row = found
})
afterAll(() => db.close())

test('whoever watches is told that nobody else is added, though no number has changed', () => {
  expect(changeBetween(row, { ...row })).toBeUndefined()
  expect(changeBetween(row, { ...row, isSnapshotWhole: true })).toBe('counters')
  expect(changeBetween(row, { ...row, state: 'paused' })).toBe('state')
})
