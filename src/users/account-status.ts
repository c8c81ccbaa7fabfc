import { z } from 'zod'
import { deleteTokensOfBanned } from '../auth/api-token/token-queries.ts'
import { auditIfChanged } from '../auth/audit.ts'
import type { AuthDeps } from '../auth/auth-deps.ts'
import { findUser, type UserRow } from '../auth/queries.ts'
import { type EndStatement, writeSessionEnd } from '../auth/session/end-sessions.ts'
import { isBanned } from '../auth/user.ts'
import type { BatchStatement, Db } from '../db/client.ts'
import { readUndo, signUndo, type UndoScope } from '../pages/undo-token.ts'
import { type ActRequest, findSubject, type Refusal, type UserAdminDeps } from './act.ts'
import { type AccountStatus, updateStatus } from './queries.ts'

export type Decision =
  | { act: 'role'; role: 'user' | 'admin' }
  /** Bans the user; `until` is in ms UTC, null for a permanent ban */
  | { act: 'ban'; reason: string; until: number | null }
  | { act: 'unban' }

type DecisionOutcome =
  | { status: 'done'; user: UserRow; undo: string }
  | { status: 'unchanged'; user: UserRow }
  /** Someone else has changed the user since the form was rendered */
  | { status: 'stale'; user: UserRow }
  | Refusal

export interface DecisionRequest extends ActRequest {
  userId: string
  /** Version of the user that the administrator saw */
  version: number
  decision: Decision
}

/** Applies a role change or ban and revokes the user's sessions (except on unban). */
export async function changeStatus(deps: UserAdminDeps, request: DecisionRequest): Promise<DecisionOutcome> {
  const { db, now } = deps.auth
  const { userId, version, decision, actor } = request
  const found = await findSubject(db, actor, userId)
  if (found.status !== 'found') return found
  const { subject: user } = found
  if (user.version !== version) return { status: 'stale', user }
  const to = statusAfter(user, decision)
  if (isSameStatus(user, to) || isIdle(user, decision, now())) return { status: 'unchanged', user }
  const [changed] = await writeSessionEnd(deps.auth, (end) => statusStatements(db, request, user, to, now(), end))
  if (changed.length === 0) return conflictOf(deps, userId, version)
  deps.counter.forget()
  return { status: 'done', user, undo: signUserUndo(deps.auth, actor.id, user) }
}

/**
 * Returns the statements of the change, its audit entry and, except for an unban, the end of all sessions; the last two
 * depend on the change.
 */
export function statusStatements(
  db: Db,
  request: ActRequest,
  user: UserRow,
  to: AccountStatus,
  now: number,
  end: EndStatement,
  note?: object,
): [change: BatchStatement<{ id: string }[]>, ...then: BatchStatement[]] {
  const { actor } = request
  const act = user.role !== to.role ? 'user.role' : to.status === 'banned' ? 'user.ban' : 'user.unban'
  const [before, after] = [differing(user, to), { ...differing(to, user), ...note }]
  return [
    updateStatus(db, { id: user.id, version: user.version, to, actorId: actor.id, now }),
    auditIfChanged(db, request, now, { act, actor, subject: user, before, after }),
    ...(act === 'user.unban' ? [] : [end({ userId: user.id }, 'if-changed')]),
    ...(act === 'user.ban' ? [deleteTokensOfBanned(db, user.id)] : []),
  ]
}

async function conflictOf(deps: UserAdminDeps, userId: string, version: number): Promise<DecisionOutcome> {
  const user = await findUser(deps.auth.db, userId)
  if (!user) return { status: 'missing' }
  return user.version === version ? { status: 'refused' } : { status: 'stale', user }
}

export function statusAfter(user: AccountStatus, decision: Decision): AccountStatus {
  const { role, status, banReason, banUntil } = user
  switch (decision.act) {
    case 'role':
      return { role: decision.role, status, banReason, banUntil }
    case 'ban':
      return { role, status: 'banned', banReason: decision.reason, banUntil: decision.until }
    case 'unban':
      return { role, status: 'active', banReason: null, banUntil: null }
  }
}

/** Returns whether the decision changes nothing: an expired ban needs no lifting. */
function isIdle(user: AccountStatus, decision: Decision, now: number): boolean {
  return decision.act === 'unban' && !isBanned(user, now)
}

const fields = ['role', 'status', 'banReason', 'banUntil'] as const

export function isSameStatus(left: AccountStatus, right: AccountStatus): boolean {
  return fields.every((field) => left[field] === right[field])
}

function differing(from: AccountStatus, other: AccountStatus): Partial<AccountStatus> {
  return Object.fromEntries(fields.flatMap((field) => (from[field] === other[field] ? [] : [[field, from[field]]])))
}

export type UndoOutcome = DecisionOutcome | { status: 'late' }

/** Reverts a recent change unless someone has changed the user since. Ended sessions stay ended. */
export async function undo(
  deps: UserAdminDeps,
  request: ActRequest & { userId: string; token: string },
): Promise<UndoOutcome> {
  const { db, now } = deps.auth
  const { userId, actor } = request
  const found = readUserUndo(deps.auth, actor.id, request.token)
  if (found?.userId !== userId) return { status: 'late' }
  const user = await findUser(db, userId)
  if (!user) return { status: 'missing' }
  if (user.version !== found.version) return { status: 'stale', user }
  const [changed] = await writeSessionEnd(deps.auth, (end) =>
    statusStatements(db, request, user, found.before, now(), end, { isUndo: true }),
  )
  if (changed.length === 0) return conflictOf(deps, userId, found.version)
  deps.counter.forget()
  return { status: 'done', user, undo: '' }
}

const userUndo = z.object({
  userId: z.string(),
  /** Version of the user after the change */
  version: z.number(),
  before: z.object({
    role: z.enum(['user', 'admin']),
    status: z.enum(['active', 'banned']),
    banReason: z.string().nullable(),
    banUntil: z.number().nullable(),
  }),
})

export type UserUndo = z.infer<typeof userUndo>

type Signing = Pick<AuthDeps, 'secret' | 'now'>

function signUserUndo(auth: Signing, actorId: string, user: UserRow): string {
  const { role, status, banReason, banUntil } = user
  const before = { role, status, banReason, banUntil }
  const content: UserUndo = { userId: user.id, version: user.version + 1, before }
  return signUndo(scopeOf(auth, actorId), content)
}

export function readUserUndo(auth: Signing, actorId: string, token: string): UserUndo | undefined {
  return readUndo(scopeOf(auth, actorId), token, userUndo)
}

function scopeOf({ secret, now }: Signing, actorId: string): UndoScope {
  return { secret, act: 'user', actorId, now: now() }
}
