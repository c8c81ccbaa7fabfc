import { findUser } from '../auth/queries.ts'
import { writeSessionEnd } from '../auth/session/end-sessions.ts'
import { conflictOf, type DecisionOutcome, statusStatements } from './account-status.ts'
import type { ActRequest, UserAdminDeps } from './act.ts'
import { readUserUndo } from './undo-token.ts'

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
