import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addBroadcast, openOutbox } from '../../../tests/outbox.ts'
import type { Db } from '../../db/client.ts'
import { cloneBroadcast, createDraft, removeDraft } from './drafts.ts'

let db: Db
beforeAll(async () => {
  db = await openOutbox()
})
afterAll(() => db.close())

test('there are 100,000 broadcasts at most, copies among them; what is removed makes room', async () => {
  const id = await addBroadcast(db, { state: 'draft' })
  await db.client.execute({
    sql: `with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < 100000)
      insert into broadcasts (id, name, state, content, audience, created_at, updated_at)
      select 'broadcast-' || n, name, state, content, audience, 0, 0 from broadcasts, numbers where id = ?`,
    args: [id],
  })
  const deps = { db, now: () => 0 }
  const request = { address: 'a test', requestId: 'a test' }
  const rest = { audience: {}, onUnknown: 'hold', quietFrom: null, quietTo: null } as const
  const content = { text: { ru: 'Новость' }, media: [], buttons: [], hasLinkPreview: true, isSilent: false }
  const draft = { name: 'One more', content, ...rest, isPaid: false, needsApproval: false }
  expect(await createDraft(deps, request, draft)).toEqual({ status: 'too-many' })
  expect(await cloneBroadcast(deps, request, { id, name: () => 'A copy' })).toEqual({ status: 'too-many' })
  expect(await removeDraft(deps, request, 'broadcast-7')).toEqual({ status: 'done' })
  expect(await createDraft(deps, request, draft)).toMatchObject({ status: 'created' })
  expect(await createDraft(deps, request, draft)).toEqual({ status: 'too-many' })
})
