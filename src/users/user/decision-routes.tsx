import { type Context, Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { adminChanges, stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { undoForm } from '../../pages/undo-token.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { endSessions } from '../access.ts'
import { changeStatus, type Decision, type UndoOutcome, undo } from '../account-status.ts'
import { actRequest, type UsersDeps } from '../act.ts'
import { banSchema, closureSchema, readUntil, roleSchema, unbanSchema } from '../decision-form.ts'
import type { DoneNotice } from './user-notice.tsx'
import { type Reply, showUser } from './user-routes.tsx'

export function decisionRoutes(deps: UsersDeps) {
  const { guards, now } = deps
  const applyDecision = (c: Context<AuthEnv>, userId: string, version: number, decision: Decision) =>
    changeStatus(deps, { ...actRequest(c), userId, version, decision })

  return new Hono<AuthEnv>()
    .post(paths.adminUserRole, ...stepUpAdminChanges(guards), async (c) => {
      const id = c.req.param('id')
      const { version, seen, role } = await requireForm(c, roleSchema)
      const outcome = await applyDecision(c, id, version, { act: 'role', role })
      return answer(c, deps, id, 'role', outcome, { seen, draft: { role } })
    })
    .post(paths.adminUserBan, ...adminChanges(guards), async (c) => {
      const id = c.req.param('id')
      const { version, seen, reason, until } = await requireForm(c, banSchema)
      const draft = { reason, until }
      if (reason.trim() === '') return showUser(c, deps, id, { problem: 'reason', draft, status: 422 })
      const end = readUntil(until)
      if (end !== null && !(end > now())) return showUser(c, deps, id, { problem: 'until', draft, status: 422 })
      const outcome = await applyDecision(c, id, version, { act: 'ban', reason: reason.trim(), until: end })
      return answer(c, deps, id, 'ban', outcome, { seen, draft })
    })
    .post(paths.adminUserBanRemoval, ...adminChanges(guards), async (c) => {
      const id = c.req.param('id')
      const { version, seen } = await requireForm(c, unbanSchema)
      return answer(c, deps, id, 'unban', await applyDecision(c, id, version, { act: 'unban' }), { seen })
    })
    .post(paths.adminUserUndo, ...adminChanges(guards), async (c) => {
      const id = c.req.param('id')
      const { undo: token } = await requireForm(c, undoForm)
      return answer(c, deps, id, 'undo', await undo(deps, { ...actRequest(c), userId: id, token }), {})
    })
    .post(paths.adminUserSessionsClosure, ...adminChanges(guards), async (c) => {
      const id = c.req.param('id')
      const { session: sessionId } = await requireForm(c, closureSchema)
      const outcome = await endSessions(deps, { ...actRequest(c), userId: id, sessionId })
      if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status === 'self') return showUser(c, deps, id, { problem: 'self', status: 409 })
      return backToUser(c, id, outcome.status === 'done' ? 'sessions' : 'unchanged')
    })
}

function answer(
  c: Context<AuthEnv>,
  deps: UsersDeps,
  id: string,
  done: DoneNotice,
  outcome: UndoOutcome,
  reply: Reply,
) {
  switch (outcome.status) {
    case 'done':
      return backToUser(c, id, done, outcome.undo)
    case 'unchanged':
      return backToUser(c, id, 'unchanged')
    case 'missing':
      throw new NotFoundError(fullPath(c))
    case 'stale':
      return showUser(c, deps, id, { ...reply, problem: 'stale', status: 409 })
    default:
      return showUser(c, deps, id, { ...reply, seen: undefined, problem: outcome.status, status: 409 })
  }
}

function backToUser(c: Context<AuthEnv>, id: string, done: DoneNotice, undoToken = '') {
  const params = new URLSearchParams({ done, ...(undoToken && { undo: undoToken }) })
  return redirectTo(c, `${href(paths.adminUser, { id })}?${params}`)
}
