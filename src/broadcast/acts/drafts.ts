import { auditIfChanged } from '../../auth/audit.ts'
import { keyedId } from '../../db/keyed-id.ts'
import type { Audience } from '../audience/audience.ts'
import { actsFrom, type BroadcastRow, maxName } from '../broadcast.ts'
import {
  approvalRequired,
  type BroadcastFields,
  deleteBroadcast,
  findBroadcast,
  findKeyedBroadcast,
  insertBroadcast,
  nextRevision,
  updateBroadcast,
} from '../broadcast-queries.ts'
import type { BroadcastContent } from '../content.ts'
import { type ActDeps, type ActOutcome, type ActRequest, act, conflictOf, type Refusal, subjectOf } from './act.ts'

/** Fields that an author composes. Callers have validated them with the schemas. */
export interface Draft extends Omit<BroadcastFields, 'content' | 'audience'> {
  content: BroadcastContent
  audience: Audience
}

export type CreateOutcome = { status: 'created'; id: string } | { status: 'too-many' }

/** Creates a draft. @param key  idempotency key: a second draft with the same key returns the first one */
export async function createDraft(
  deps: ActDeps,
  request: ActRequest,
  draft: Draft,
  key?: string,
): Promise<CreateOutcome> {
  const { db, now } = deps
  const { actor, ...origin } = request
  const at = now()
  const id = keyedId(at, key)
  const subject = subjectOf({ id, name: draft.name })
  const [made] = await db.writeBatch([
    insertBroadcast(db, { ...columnsOf(draft), id, by: actor?.id ?? null, now: at }),
    auditIfChanged(db, origin, at, { act: 'broadcast.create', actor, subject }),
  ])
  return made.length > 0 ? { status: 'created', id } : firstOf(deps, id, key)
}

/** Saves a new revision, which is unapproved. @param revision  the revision that was shown to the person */
export async function editBroadcast(
  deps: ActDeps,
  request: ActRequest,
  { id, revision, draft }: { id: string; revision: number; draft: Draft },
): Promise<ActOutcome> {
  const edited = { state: 'draft', revision: nextRevision, editedBy: request.actor?.id ?? null }
  const set = { ...columnsOf(draft), needsApproval: approvalRequired(draft.needsApproval), ...edited }
  return act(deps, request, {
    act: 'edit',
    audit: 'broadcast.edit',
    id,
    revision,
    set,
    after: { revision: revision + 1 },
  })
}

export type SaveOutcome = { status: 'saved'; revision: number } | Refusal

/** Time within which consecutive autosaves of one person are one line of the audit log, ms */
const sittingMs = 10 * 60_000

/**
 * Autosaves while an author types: like an edit, but logged once per session. Only an explicit save can make approval
 * required, because that cannot be undone.
 */
export async function saveDraft(
  deps: ActDeps,
  request: ActRequest,
  { id, revision, draft }: { id: string; revision: number; draft: Draft },
): Promise<SaveOutcome> {
  const { db, now } = deps
  const before = await findBroadcast(db, id)
  if (!before) return { status: 'missing' }
  const at = now()
  const by = request.actor?.id ?? null
  const isGoingOn = before.editedBy === by && before.revision > 1 && before.updatedAt > at - sittingMs
  const typed = { ...draft, needsApproval: false }
  if (!isGoingOn) {
    const outcome = await editBroadcast(deps, request, { id, revision, draft: typed })
    return outcome.status === 'done' ? { status: 'saved', revision: revision + 1 } : outcome
  }
  const decided = { ...columnsOf(typed), needsApproval: approvalRequired(false) }
  const set = { ...decided, state: 'draft', revision: nextRevision, updatedAt: at }
  const [saved] = await db.writeBatch([updateBroadcast(db, { id, revision, from: actsFrom.edit, set })])
  return saved.length > 0 ? { status: 'saved', revision: revision + 1 } : conflictOf(db, { id, revision })
}

/** Creates a draft with the same fields as a broadcast, whatever the state of that broadcast is. */
export async function cloneBroadcast(
  deps: ActDeps,
  request: ActRequest,
  { id, name, key }: { id: string; name(of: BroadcastRow): string; key?: string | undefined },
): Promise<CreateOutcome | { status: 'missing' }> {
  const { db, now } = deps
  const of = await findBroadcast(db, id)
  if (!of) return { status: 'missing' }
  const at = now()
  const { actor, ...origin } = request
  const copy = { ...of, id: keyedId(at, key), name: name(of).slice(0, maxName) }
  const [made] = await db.writeBatch([
    insertBroadcast(db, { ...copy, by: actor?.id ?? null, now: at }),
    auditIfChanged(db, origin, at, {
      act: 'broadcast.create',
      actor,
      subject: subjectOf(copy),
      after: { of: of.name },
    }),
  ])
  return made.length > 0 ? { status: 'created', id: copy.id } : firstOf(deps, copy.id, key)
}

async function firstOf({ db }: Pick<ActDeps, 'db'>, id: string, key: string | undefined): Promise<CreateOutcome> {
  const first = key === undefined ? undefined : await findKeyedBroadcast(db, id)
  return first === undefined ? { status: 'too-many' } : { status: 'created', id: first }
}

/** Removes a broadcast that was never started: any other broadcast has reached recipients and stays. */
export async function removeDraft(deps: ActDeps, request: ActRequest, id: string): Promise<ActOutcome> {
  const { db, now } = deps
  const { actor, ...origin } = request
  const before = await findBroadcast(db, id)
  if (!before) return { status: 'missing' }
  const [removed] = await db.writeBatch([
    deleteBroadcast(db, id, actsFrom.remove),
    auditIfChanged(db, origin, now(), { act: 'broadcast.remove', actor, subject: subjectOf(before) }),
  ])
  return removed.length > 0 ? { status: 'done' } : conflictOf(db, { id })
}

function columnsOf({ content, audience, ...rest }: Draft): BroadcastFields {
  const { name, onUnknown, quietFrom, quietTo, isPaid, needsApproval, trialPercent, trialMinutes } = rest
  const decided = { name, onUnknown, quietFrom, quietTo, isPaid, needsApproval, trialPercent, trialMinutes }
  return { ...decided, content: JSON.stringify(content), audience: JSON.stringify(audience) }
}
