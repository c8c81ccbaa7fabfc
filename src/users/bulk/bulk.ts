import { setImmediate } from 'node:timers/promises'
import { auditIfChanged } from '../../auth/audit.ts'
import type { UserRow } from '../../auth/queries.ts'
import { type EndStatement, writeSessionEnd } from '../../auth/session/end-sessions.ts'
import { isBanned } from '../../auth/user.ts'
import type { BatchStatement } from '../../db/client.ts'
import type { ActRequest, UserAdminDeps } from '../act.ts'
import { requestOf } from '../list/list-queries.ts'
import type { Cursor, UserFilter } from '../list/list-query.ts'
import { findLines } from '../list/list-users.ts'
import { findUsers } from '../queries.ts'
import { type Decision, isSameStanding, standingAfter, standingStatements } from '../standing.ts'

export type BulkAct = Decision | { act: 'sessions' }

export type BulkScope = { ids: string[] } | { filter: UserFilter }

/** Users changed in one transaction */
const batchSize = 50
/** Users looked at in one request: who asks for more goes on from the cursor */
export const mostAtOnce = 1000
/** Skipped users named in a report; the rest is counted */
const mostNamed = 20

export type SkipReason = 'self' | 'missing' | 'changed'

export interface BulkReport {
  changed: number
  unchanged: number
  skipped: number
  named: { login: string; reason: SkipReason }[]
  /** Where the next request goes on; absent when everybody was looked at */
  next?: Cursor | undefined
}

export interface BulkRequest extends ActRequest {
  scope: BulkScope
  bulk: BulkAct
  from?: Cursor | undefined
}

/** Does one thing to many users, oldest first, and says what came of it. Each user has a line in the log. */
export async function actOnMany(deps: UserAdminDeps, request: BulkRequest): Promise<BulkReport> {
  const report: BulkReport = { changed: 0, unchanged: 0, skipped: 0, named: [] }
  const { scope } = request
  if ('ids' in scope) {
    const ids = [...new Set(scope.ids)].slice(0, mostAtOnce)
    for (let at = 0; at < ids.length; at += batchSize)
      await actOnBatch(deps, request, ids.slice(at, at + batchSize), report)
  } else {
    report.next = await actOnFiltered(deps, request, scope.filter, report)
  }
  deps.counter.forget()
  return report
}

/** Walks by the date of accounts, which no act changes: nobody is met twice, whatever the filter says of the changed. */
async function actOnFiltered(deps: UserAdminDeps, request: BulkRequest, filter: UserFilter, report: BulkReport) {
  let after = request.from
  for (let seen = 0; seen < mostAtOnce; seen += batchSize) {
    const list = { ...filter, sort: 'created', isDescending: false, after } as const
    const lines = await findLines(deps.auth.db, requestOf(list, batchSize, deps.auth.now()))
    const last = lines.at(-1)
    if (last) {
      await actOnBatch(
        deps,
        request,
        lines.map(({ id }) => id),
        report,
      )
      after = { value: last.id, id: last.id }
    }
    if (lines.length < batchSize) return undefined
  }
  return after
}

async function actOnBatch(deps: UserAdminDeps, request: BulkRequest, ids: string[], report: BulkReport): Promise<void> {
  const { db, now } = deps.auth
  // Others have their turn between two batches.
  await setImmediate()
  const skip = (login: string, reason: SkipReason) => {
    report.skipped++
    if (report.named.length < mostNamed) report.named.push({ login, reason })
  }
  const users = await findUsers(db, ids)
  const present = new Set(users.map(({ id }) => id))
  for (const id of ids) if (!present.has(id)) skip(id, 'missing')
  const planned: { user: UserRow; statements: BatchStatement[] }[] = []
  const answers = await writeSessionEnd(deps.auth, (end) => {
    for (const user of users) {
      if (user.id === request.actor.id) skip(user.login, 'self')
      else planned.push({ user, statements: statementsFor(deps, request, user, now(), end) })
    }
    return planned.flatMap(({ statements }) => statements)
  })
  let at = 0
  for (const { user, statements } of planned) {
    const rows = statements.length > 0 ? answers[at] : []
    at += statements.length
    const isDone = Array.isArray(rows) && rows.length > 0
    if (isDone) report.changed++
    else if (statements.length === 0 || request.bulk.act === 'sessions') report.unchanged++
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
  const to = standingAfter(user, bulk)
  const isIdle = bulk.act === 'unban' && !isBanned(user, now)
  return isIdle || isSameStanding(user, to) ? [] : standingStatements(db, request, user, to, now, end, { isBulk: true })
}
