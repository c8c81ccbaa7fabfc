import { expect, test } from 'bun:test'
import { openOutbox } from '../../tests/outbox.ts'
import { createDraft } from './acts/drafts.ts'
import { emptyContent } from './editor/read-message.ts'
import { countStates, listBroadcasts } from './list/list-queries.ts'
import { readList } from './list/list-query.ts'

const draft = {
  name: 'One more',
  content: emptyContent,
  audience: {},
  onUnknown: 'hold',
  quietFrom: null,
  quietTo: null,
  isPaid: false,
  needsApproval: false,
  trialPercent: null,
  trialMinutes: null,
} as const
const origin = { address: '10.0.0.1', requestId: 'test' }

test('the number of broadcasts is limited, and each is on one page of the list', async () => {
  const db = await openOutbox()
  await db.writeRaw([
    {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        insert into broadcasts (id, name, state, content, audience, created_at, updated_at)
        select printf('%08d', i), 'Broadcast ' || i, 'draft', '{}', '{}', i / 7, 0 from n`,
      args: [99_999],
    },
  ])
  expect((await createDraft({ db, now: () => 1 }, origin, draft)).status).toBe('created')
  expect(await createDraft({ db, now: () => 1 }, origin, draft)).toEqual({ status: 'too-many' })
  expect((await countStates(db)).get('draft')).toBe(100_000)

  const seen = new Set<string>()
  let list = readList({ q: 'broadcast 99' })
  for (let pages = 0; pages < 100; pages++) {
    const { lines, next } = await listBroadcasts(db, list, 50)
    for (const { id } of lines) seen.add(id)
    if (!next) break

    list = next
  }
  // The search finds 99, 990–999, 9900–9999 and 99000–99999.
  expect(seen.size).toBe(1111)
  await db.close()
})
