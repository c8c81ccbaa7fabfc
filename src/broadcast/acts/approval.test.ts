import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeAdministrator } from '../../../tests/administrator.ts'
import { addSubscribers, openOutbox } from '../../../tests/outbox.ts'
import type { Person } from '../../auth/audit.ts'
import type { Db } from '../../db/client.ts'
import { possibleActs } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { emptyContent } from '../editor/read-message.ts'
import { cloneBroadcast, createDraft, type Draft, editBroadcast, saveDraft } from './drafts.ts'
import { approveBroadcast, resumeBroadcast, startBroadcast } from './running.ts'
import { editSent } from './tasks.ts'

let db: Db
let composer: Person
let approver: Person
beforeAll(async () => {
  db = await openOutbox()
  composer = (await makeAdministrator(db, 'composer')).user
  approver = (await makeAdministrator(db, 'approver')).user
  await addSubscribers(db, 3)
})
afterAll(() => db.close())

const deps = () => ({ db, now: Date.now })
const by = (actor: Person) => ({ actor, address: '10.0.0.1', requestId: 'test', userAgent: 'A test' })
const draft: Draft = {
  name: 'News',
  content: { ...emptyContent, text: { en: 'Hello' } },
  audience: {},
  onUnknown: 'hold',
  quietFrom: null,
  quietTo: null,
  isPaid: false,
  needsApproval: true,
  trialPercent: null,
  trialMinutes: null,
}
const unticked = { ...draft, needsApproval: false }

async function made(of = draft): Promise<string> {
  const outcome = await createDraft(deps(), by(composer), of)
  return outcome.status === 'created' ? outcome.id : ''
}
const isHeld = async (id: string) => (await findBroadcast(db, id))?.needsApproval

test('required approval stays required, even if the check box is cleared', async () => {
  const id = await made()
  await editBroadcast(deps(), by(composer), { id, revision: 1, draft: unticked })
  await saveDraft(deps(), by(composer), { id, revision: 2, draft: unticked })
  await editBroadcast(deps(), by(approver), { id, revision: 3, draft: unticked })
  expect(await isHeld(id)).toBe(true)
  expect(await startBroadcast(deps(), by(composer), { id, revision: 4 })).toEqual({ status: 'unapproved' })
  const copy = await cloneBroadcast(deps(), by(composer), { id, name: () => 'Copy' })
  expect(await isHeld(copy.status === 'created' ? copy.id : '')).toBe(true)
})

test('autosaves neither require approval nor remove the requirement', async () => {
  const id = await made(unticked)
  expect(await saveDraft(deps(), by(composer), { id, revision: 1, draft })).toEqual({ status: 'saved', revision: 2 })
  expect(await saveDraft(deps(), by(composer), { id, revision: 2, draft })).toEqual({ status: 'saved', revision: 3 })
  expect(await isHeld(id)).toBe(false)
  await editBroadcast(deps(), by(composer), { id, revision: 3, draft })
  expect(await isHeld(id)).toBe(true)
})

/** Creates a broadcast that was started with an approval and is now in `state` */
async function begun(state: string): Promise<string> {
  const id = await made()
  expect(await approveBroadcast(deps(), by(approver), { id, revision: 1 })).toEqual({ status: 'done' })
  expect(await startBroadcast(deps(), by(composer), { id, revision: 1 })).toEqual({ status: 'done' })
  await db.writeRaw([{ sql: 'update broadcasts set state = ?, sent = 1 where id = ?', args: [state, id] }])
  return id
}
const content = { ...emptyContent, text: { en: 'Something else' } }
const acts = async (id: string) => {
  const row = await findBroadcast(db, id)
  return row ? possibleActs(row, Date.now()) : []
}

test('a broadcast that was sent with approval cannot be edited afterwards', async () => {
  const id = await begun('finished')
  expect(await editSent(deps(), by(composer), { id, revision: 1, content })).toMatchObject({ status: 'refused' })
  expect(await acts(id)).not.toContain('editSent')
})

test('an edit of a paused broadcast needs approval before it resumes or changes sent messages', async () => {
  const id = await begun('paused')
  expect(await acts(id)).toEqual(expect.arrayContaining(['editSent', 'resume']))
  expect(await editSent(deps(), by(composer), { id, revision: 1, content })).toEqual({ status: 'done' })
  expect(await findBroadcast(db, id)).toMatchObject({ state: 'paused', revision: 2, task: null })
  expect(await acts(id)).not.toContain('resume')
  expect(await resumeBroadcast(deps(), by(composer), id)).toMatchObject({ status: 'refused' })
  expect(await approveBroadcast(deps(), by(composer), { id, revision: 2 })).toEqual({ status: 'own' })
  expect(await approveBroadcast(deps(), by(approver), { id, revision: 1 })).toMatchObject({ status: 'stale' })
  expect(await approveBroadcast(deps(), by(approver), { id, revision: 2 })).toEqual({ status: 'done' })
  expect(await findBroadcast(db, id)).toMatchObject({ state: 'paused', approvedRevision: 2, task: 'edit' })
  expect(await acts(id)).not.toContain('approve')
  expect(await approveBroadcast(deps(), by(approver), { id, revision: 2 })).toMatchObject({ status: 'refused' })
  expect(await resumeBroadcast(deps(), by(composer), id)).toEqual({ status: 'done' })
})
