import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { listRecipients, maxScannedRows, type Recipient } from './recipients-queries.ts'

const rows = maxScannedRows + 20
let db: Db
let id: string
beforeAll(async () => {
  db = await openOutbox()
  id = await addBroadcast(db)
  await db.writeRaw([
    {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < :rows)
        insert into deliveries (broadcast_id, chat_id, state, locale, name, at)
        select :id, i, case when i = 7 or i > :rows - 3 then 'cancelled' else 'sent' end, 'ru',
          case when i = 7 then 'ЁЖ' when i > :rows - 3 then 'Ёж' else 'Reader' end, 0 from n`,
      args: { id, rows },
    },
  ])
})
afterAll(() => db.close())

async function walked(list: { search: string; state?: 'cancelled' | 'sent' }) {
  const found: Recipient[] = []
  let page = await listRecipients(db, id, list, 50)
  const cuts = [page.isCut]
  found.push(...page.recipients)
  while (page.next && cuts.length < 5) {
    page = await listRecipients(db, id, { ...list, after: page.next }, 50)
    cuts.push(page.isCut)
    found.push(...page.recipients)
  }
  return { chats: found.map(({ chatId }) => chatId), cuts }
}

test('a search without an index scans a limited number of rows and continues after them', async () => {
  const expected = { chats: [7, rows - 2, rows - 1, rows], cuts: [true, false] }
  expect(await walked({ search: '', state: 'cancelled' })).toEqual(expected)
  expect(await walked({ search: 'ёж' })).toEqual(expected)
  expect(await walked({ search: 'ёж', state: 'cancelled' })).toEqual(expected)
  expect(await walked({ search: 'no-such' })).toEqual({ chats: [], cuts: [true, false] })
  const first = await listRecipients(db, id, { search: 'READ', state: 'sent' }, 50)
  expect([first.recipients.length, first.isCut, first.next]).toEqual([50, false, { chatId: 51, part: 0 }])
})
