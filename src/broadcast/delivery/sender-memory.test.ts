import { expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import { createPlans } from './message-plan.ts'
import { createFailureMonitor } from './send-row.ts'
import { createSweeper } from './sweep-queries.ts'

/* The memory of a sender must stay bounded, however many broadcasts there are. */

test('the number of cached plans is limited; the one read first is evicted', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const ids: string[] = []
  for (let n = 0; n <= 100; n++) ids.push(await addBroadcast(db))
  const plans = createPlans(db)
  for (const id of ids) expect(await plans.of(id, 1)).toBeDefined()
  await db.client.execute('update broadcasts set revision = 2')
  expect(await plans.of(ids[0] ?? '', 1)).toBeUndefined()
  expect(await plans.of(ids[1] ?? '', 1)).toBeDefined()
})

test('the number of failure shares is limited; the least recently noted is evicted', () => {
  const others = (many: number) => {
    const failures = createFailureMonitor()
    const bad = { chatId: 1, kind: 'bad' } as const
    for (let n = 0; n < 19; n++) expect(failures.note('first', bad)).toBeUndefined()
    for (let n = 0; n < many; n++) failures.note(`other ${n}`, { chatId: 1, kind: 'other' })
    return failures.note('first', bad)
  }
  expect([others(99), others(100)]).toEqual(['errors', undefined])
})

test('the number of watched leases is limited; the rest are watched later', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openOutbox()
  stack.defer(db.close)
  const id = await addBroadcast(db, { state: 'running' })
  await db.writeRaw([
    {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i <= 10000)
        insert into deliveries (broadcast_id, chat_id, state, locale, name, holder, lease_until, at)
        select ?, i, 'claimed', 'ru', '', 'a', i, 0 from n`,
      args: [id],
    },
  ])
  let at = 0
  const sweeper = createSweeper(db, { claimed: 1000, sending: 1000 }, () => at)
  const left = async () =>
    (await db.client.execute("select chat_id from deliveries where state = 'claimed'")).rows.length
  for (; at <= 1000; at += 1000) await sweeper.run(at)
  expect(await left()).toBe(1)
  for (; at <= 3000; at += 1000) await sweeper.run(at)
  expect(await left()).toBe(0)
})
