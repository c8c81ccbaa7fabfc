import { afterEach, beforeEach, expect, test } from 'bun:test'
import { endedHolder } from '../../../tests/ended-holder.ts'
import { addBroadcast, countsOf, openOutbox, statesOf } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { createSweeper } from './sweep-queries.ts'

const leases = { claimed: 1000, sending: 3000 }
let db: Db
let id: string
beforeEach(async () => {
  db = await openOutbox()
  id = await addBroadcast(db, { state: 'running' })
  await db.writeRaw([
    {
      sql: `insert into deliveries (broadcast_id, chat_id, state, locale, name, holder, lease_until, at)
        values (?1, 1, 'claimed', 'ru', '', 'a', 5, 0), (?1, 2, 'sending', 'ru', '', 'a', 5, 0)`,
      args: [id],
    },
  ])
})
afterEach(() => db.close())

test('rows whose lease owner still has results to write are left to it', async () => {
  let at = 0
  const sweeper = createSweeper(db, leases, () => at)
  for (; at <= 4000; at += 1000) await sweeper.run(at, 'a')
  expect(await statesOf(db, id)).toEqual({ claimed: 1, sending: 1 })
  await sweeper.run(at)
  expect(await statesOf(db, id)).toEqual({ pending: 1, unknown: 1 })
  expect((await countsOf(db, id)).unknown).toBe(1)
  const { rows } = await db.client.execute("select reason from deliveries where state = 'unknown'")
  expect(rows[0]?.reason).toBe('cut-off')
})

test('when nothing could be written, lease owners get their full time again', async () => {
  let at = 0
  let isFull = true
  const writeRaw: Db['writeRaw'] = (...given) => (isFull ? Promise.reject(new Error('Full')) : db.writeRaw(...given))
  const sweeper = createSweeper({ ...db, writeRaw }, leases, () => at)
  await sweeper.run(at)
  at += 1000
  expect(sweeper.run(at)).rejects.toThrow('Full')
  isFull = false
  at += 1000
  await sweeper.run(at)
  expect(await statesOf(db, id)).toEqual({ claimed: 1, sending: 1 })
})

test.skipIf(process.platform !== 'linux')('rows of a process that ended here are released at once', async () => {
  await db.client.execute({ sql: 'update deliveries set holder = ?', args: [endedHolder()] })
  const sweeper = createSweeper(db, leases, () => 0)
  await sweeper.run(0)
  expect(await statesOf(db, id)).toEqual({ pending: 1, unknown: 1 })
  await db.client.execute("update broadcasts set on_unknown = 'resend'")
  await db.client.execute({ sql: "update deliveries set state = 'sending', holder = ?", args: [endedHolder()] })
  await sweeper.run(0)
  expect(await statesOf(db, id)).toEqual({ pending: 2 })
})
