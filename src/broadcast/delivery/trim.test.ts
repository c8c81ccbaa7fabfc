import { expect, test } from 'bun:test'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from '../../../tests/outbox.ts'
import { addBuckets } from '../../telegram/limiter/bucket-queries.ts'
import { countClicks } from '../detail/detail-queries.ts'
import { retentionMs, trimDeliveries } from './cleanup-queries.ts'
import { fillSlice } from './fill-queries.ts'

test('recipients of old broadcasts are deleted, totals stay; unused buckets are deleted too', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const end = 1_800_000_000_000
  await addSubscribers(db, 7)
  for (const state of ['finished', 'running', 'finished']) {
    const id = await addBroadcast(db)
    await fillSlice(db, { id, audience: {}, startedAt: end, until: end, now: end })
    await db.writeRaw([
      { sql: 'update broadcasts set state = ?, sent = 7, finished_at = ? where id = ?', args: [state, end, id] },
      { sql: 'insert into broadcast_clicks values (?, 0, 1, 0)', args: [id] },
    ])
  }
  await db.client.execute(`update broadcasts set finished_at = ${end + 1} where rowid = 3`)
  for (const botId of [1, 2]) await addBuckets(db, { botId, most: { bulk: 25, reply: 4, paid: 1000 } })
  await db.client.execute({ sql: 'update rate_buckets set tat = ? where bot_id = 2', args: [end] })
  const left = async (table: string) => (await db.client.execute(`select count(*) as n from ${table}`)).rows[0]?.n

  // This time must be the one that the manual states.
  expect(retentionMs).toBe(90 * 24 * 3600_000)
  await trimDeliveries(db, end + retentionMs)
  expect([await left('deliveries'), await left('broadcast_clicks'), await left('rate_buckets')]).toEqual([21, 3, 3])
  await trimDeliveries(db, end + retentionMs + 1)
  expect([await left('deliveries'), await left('broadcast_clicks')]).toEqual([14, 2])
  const { rows } = await db.client.execute(
    "select id from broadcasts where state = 'finished' order by finished_at limit 1",
  )
  const id = String(rows[0]?.id)
  expect(await countsOf(db, id)).toMatchObject({ total: 7, sent: 7 })
  expect(await countClicks(db, id)).toEqual([{ button: 0, count: 1 }])
})
