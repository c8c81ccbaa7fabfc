import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { auditIfChanged } from '../../auth/audit.ts'
import type { AuthDeps } from '../../auth/auth-deps.ts'
import type { UserRow } from '../../auth/queries.ts'
import { type EndStatement, writeSessionEnd } from '../../auth/session/end-sessions.ts'
import { isBanned } from '../../auth/user.ts'
import type { BatchStatement } from '../../db/client.ts'
import type { Cursor } from '../../pages/list-cursor.ts'
import { readUndo, signUndo, type UndoScope } from '../../pages/undo-token.ts'
import { type Decision, isSameStatus, statusAfter, statusStatements } from '../account-status.ts'
import type { ActRequest, UserAdminDeps } from '../act.ts'
import { newestAuditId } from '../audit/audit-queries.ts'
import { requestOf } from '../list/list-queries.ts'
import type { UserFilter } from '../list/list-query.ts'
import { findLines } from '../list/list-users.ts'
import { findUsers } from '../queries.ts'

export type BulkAct = Decision | { act: 'sessions' }

export type BulkScope = { ids: string[] } | { filter: UserFilter }

const batchSize = 50
/** Max users per request; the next request resumes from the cursor */
export const maxAtOnce = 1000
/** Max number of skipped users that a report lists by login; the others are only counted */
const maxNamedRefusals = 20

type SkipReason = 'self' | 'missing' | 'changed'

export interface BulkReport {
  changed: number
  unchanged: number
  skipped: number
  named: { login: string; reason: SkipReason }[]
  /** Cursor for the next request; undefined when all users are done */
  next?: Cursor | undefined
  /** Token that undoes the changes of this request, if they can be undone */
  undo?: { token: string; count: number } | undefined
}

export interface BulkRequest extends ActRequest {
  scope: BulkScope
  bulk: BulkAct
  from?: Cursor | undefined
}

/** Applies one act to many users, oldest first, and reports the results. Each changed user gets an audit entry. */
export async function actOnMany(deps: UserAdminDeps, request: BulkRequest): Promise<BulkReport> {
  const report = emptyReport()
  const { scope, bulk } = request
  const after = await newestAuditId(deps.auth.db)
  const act: BatchAct = {
    actor: request.actor,
    statementsFor: (user, end) => statementsFor(deps, request, user, deps.auth.now(), end),
    isIdleAlike: bulk.act === 'sessions',
  }
  if ('ids' in scope) await actOnIds(deps, act, [...new Set(scope.ids)].slice(0, maxAtOnce), report)
  else report.next = await actOnFiltered(deps, act, { filter: scope.filter, from: request.from }, report)
  deps.counter.forget()
  if (report.changed > 0 && bulk.act !== 'sessions') {
    report.undo = { token: signBulkUndo(deps.auth, request, after), count: report.changed }
  }
  return report
}

export function emptyReport(): BulkReport {
  return { changed: 0, unchanged: 0, skipped: 0, named: [] }
}

export interface BatchAct {
  actor: ActRequest['actor']
  /**
   * Returns statements, the first of which changes the user. Empty if there is nothing to do; undefined if someone else
   * has changed the user
   */
  statementsFor(user: UserRow, end: EndStatement): BatchStatement[] | undefined
  /** Whether a change without effect is normal, and not a sign of a concurrent change */
  isIdleAlike: boolean
}

export async function actOnIds(deps: UserAdminDeps, act: BatchAct, ids: string[], report: BulkReport): Promise<void> {
  for (let at = 0; at < ids.length; at += batchSize) await actOnBatch(deps, act, ids.slice(at, at + batchSize), report)
}

/**
 * Walks users by creation date, which no act changes: nobody is visited twice even if an act changes which users the
 * filter matches.
 */
async function actOnFiltered(
  deps: UserAdminDeps,
  act: BatchAct,
  { filter, from }: { filter: UserFilter; from?: Cursor | undefined },
  report: BulkReport,
) {
  let after = from
  for (let seen = 0; seen < maxAtOnce; seen += batchSize) {
    const list = { ...filter, sort: 'created', isDescending: false, after } as const
    const lines = await findLines(deps.auth.db, requestOf(list, batchSize, deps.auth.now()))
    const last = lines.at(-1)
    if (last) {
      await actOnBatch(
        deps,
        act,
        lines.map(({ id }) => id),
        report,
      )
      after = { value: last.id, id: last.id }
    }
    if (lines.length < batchSize) return undefined
  }
  return after
}

async function actOnBatch(deps: UserAdminDeps, act: BatchAct, ids: string[], report: BulkReport): Promise<void> {
  const { db } = deps.auth
  // Lets requests run between two batches.
  await setImmediate()
  const skip = (login: string, reason: SkipReason) => {
    report.skipped++
    if (report.named.length < maxNamedRefusals) report.named.push({ login, reason })
  }
  const users = await findUsers(db, ids)
  const present = new Set(users.map(({ id }) => id))
  for (const id of ids) if (!present.has(id)) skip(id, 'missing')
  const planned: { user: UserRow; statements: BatchStatement[] }[] = []
  const answers = await writeSessionEnd(deps.auth, (end) => {
    for (const user of users) {
      const statements = user.id === act.actor.id ? undefined : act.statementsFor(user, end)
      if (statements) planned.push({ user, statements })
      else skip(user.login, user.id === act.actor.id ? 'self' : 'changed')
    }
    return planned.flatMap(({ statements }) => statements)
  })
  let at = 0
  for (const { user, statements } of planned) {
    const rows = statements.length > 0 ? answers[at] : []
    at += statements.length
    const isDone = Array.isArray(rows) && rows.length > 0
    if (isDone) report.changed++
    else if (statements.length === 0 || act.isIdleAlike) report.unchanged++
    else skip(user.login, 'changed')
  }
}

function statementsFor(
  { auth: { db } }: UserAdminDeps,
  request: BulkRequest,
  user: UserRow,
  now: number,
  end: EndStatement,
) {
  const { bulk, actor } = request
  if (bulk.act === 'sessions') {
    const after = { isBulk: true }
    const entry = { act: 'session.end-all', actor, subject: user, after } as const
    return [end({ userId: user.id }), auditIfChanged(db, request, now, entry)]
  }
  const to = statusAfter(user, bulk)
  const isIdle = bulk.act === 'unban' && !isBanned(user, now)
  return isIdle || isSameStatus(user, to) ? [] : statusStatements(db, request, user, to, now, end, { isBulk: true })
}

/** Identifies the changes of a bulk act in the audit log: entries of one request with an ID above `after`. */
const bulkUndo = z.object({ requestId: z.string(), after: z.number() })

export type BulkUndo = z.infer<typeof bulkUndo>

type Signing = Pick<AuthDeps, 'secret' | 'now'>

function signBulkUndo(auth: Signing, { actor, requestId }: ActRequest, after: number): string {
  const content: BulkUndo = { requestId, after }
  return signUndo(scopeOf(auth, actor.id), content)
}

export function readBulkUndo(auth: Signing, actorId: string, token: string): BulkUndo | undefined {
  return readUndo(scopeOf(auth, actorId), token, bulkUndo)
}

function scopeOf({ secret, now }: Signing, actorId: string): UndoScope {
  return { secret, act: 'users', actorId, now: now() }
}
