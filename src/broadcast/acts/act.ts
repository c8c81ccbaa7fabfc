import { auditIfChanged, type Origin, type Person } from '../../auth/audit.ts'
import type { BroadcastState } from '../../db/broadcast-states.ts'
import type { Db } from '../../db/client.ts'
import { actsFrom, type BroadcastAct, stepActs } from '../broadcast.ts'
import { type Change, findBroadcast, updateBroadcast } from '../broadcast-queries.ts'
import type { BroadcastActName } from './audit-acts.ts'

export interface ActDeps {
  db: Db
  /** ms UTC */
  now(): number
}

/** Who asks. The command line has no actor. */
export interface ActRequest extends Origin {
  actor?: Person | undefined
}

/** What nobody else's act has come before. */
export type Refusal =
  | { status: 'missing' }
  /** Its state does not allow that, or no longer */
  | { status: 'refused'; state: BroadcastState }
  /** It has been edited since it was shown */
  | { status: 'stale'; revision: number }

export type ActOutcome = { status: 'done' } | Refusal

/** Of a broadcast in the audit log; no person's id has a colon. */
export function subjectOf({ id, name }: { id: string; name?: string }) {
  return { id: `broadcast:${id}`, login: name }
}

interface ActChange extends Omit<Change, 'from'> {
  act: BroadcastAct
  audit: BroadcastActName
  after?: Record<string, unknown>
}

/** One conditional write, in the log if it was in time. */
export async function act(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { act: name, audit, after, ...change }: ActChange,
): Promise<ActOutcome> {
  const before = await findBroadcast(db, change.id)
  if (!before) return { status: 'missing' }
  const at = now()
  const subject = subjectOf(before)
  const [changed] = await db.writeBatch([
    updateBroadcast(db, {
      ...change,
      isOfSteps: stepActs.includes(name),
      from: actsFrom[name],
      set: { ...change.set, updatedAt: at },
    }),
    auditIfChanged(db, origin, at, { act: audit, actor, subject, after }),
  ])
  return changed.length > 0 ? { status: 'done' } : whyNot(db, change)
}

export async function whyNot(db: Db, { id, revision }: Pick<Change, 'id' | 'revision'>): Promise<Refusal> {
  const row = await findBroadcast(db, id)
  if (!row) return { status: 'missing' }
  const isStale = revision !== undefined && row.revision !== revision
  return isStale ? { status: 'stale', revision: row.revision } : { status: 'refused', state: row.state }
}
