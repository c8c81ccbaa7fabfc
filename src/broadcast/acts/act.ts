import { auditIfChanged, type Origin, type Person } from '../../auth/audit.ts'
import type { BroadcastState } from '../../db/broadcast-states.ts'
import type { Db } from '../../db/client.ts'
import { actsFrom, type BroadcastAct, stepActs } from '../broadcast.ts'
import { type Change, findBroadcast, updateBroadcast } from '../broadcast-queries.ts'
import type { BroadcastActName } from './audit-acts.ts'

export interface ActDeps {
  db: Db
  /** Current time, ms UTC */
  now(): number
}

/** The person who requests an act, if any: the command line has no actor. */
export interface ActRequest extends Origin {
  actor?: Person | undefined
}

/** Reasons why an act on a broadcast did not take place */
export type Refusal =
  | { status: 'missing' }
  /** The state of the broadcast does not, or no longer, allow the act. */
  | { status: 'refused'; state: BroadcastState }
  /** The broadcast was edited after it was shown to the person. */
  | { status: 'stale'; revision: number }

export type ActOutcome = { status: 'done' } | Refusal

/** Returns the audit-log subject of a broadcast. A user id never contains a colon, so the two cannot be confused. */
export function subjectOf({ id, name }: { id: string; name?: string }) {
  return { id: `broadcast:${id}`, login: name }
}

interface ActChange extends Omit<Change, 'from'> {
  act: BroadcastAct
  audit: BroadcastActName
  after?: Record<string, unknown>
}

/** Carries out an act as one conditional write, and adds a line to the audit log if the write took effect. */
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
  return changed.length > 0 ? { status: 'done' } : conflictOf(db, change)
}

export async function conflictOf(db: Db, { id, revision }: Pick<Change, 'id' | 'revision'>): Promise<Refusal> {
  const row = await findBroadcast(db, id)
  if (!row) return { status: 'missing' }
  const isStale = revision !== undefined && row.revision !== revision
  return isStale ? { status: 'stale', revision: row.revision } : { status: 'refused', state: row.state }
}
