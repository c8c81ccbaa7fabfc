import { type Context, Hono } from 'hono'
import { type AuthEnv, requireFresh } from '../auth/middleware.ts'
import { findUser, listSessions } from '../auth/queries.ts'
import { NotFoundError } from '../http/errors.ts'
import { localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'
import { fullPath } from '../site/page-context.ts'
import { endSessions } from './access.ts'
import type { UsersDeps } from './admin-deps.ts'
import { actOf, readForm, renderAdmin, sessionOf } from './admin-routes.tsx'
import { listChangesSince, listHistory } from './audit-queries.ts'
import {
  banSchema,
  closureSchema,
  type DecisionDraft,
  readMoment,
  roleSchema,
  unbanSchema,
  undoSchema,
} from './decision-form.ts'
import { type Decision, type DecisionOutcome, decide } from './standing.ts'
import { type UndoOutcome, undo } from './undo.ts'
import { readUndo } from './undo-token.ts'
import { type DoneNotice, doneNotices, type UserProblem } from './user-notice.tsx'
import { UserPage } from './user-page.tsx'

/** Lines of the log on a user's page */
const historySize = 20

/** What a page says beside the user: what was done, or why not. */
interface Reply {
  status?: 200 | 409 | 422
  done?: DoneNotice | undefined
  undo?: string | undefined
  problem?: UserProblem
  draft?: DecisionDraft
  /** The newest line of the log when the form was made */
  seen?: number
}

/** One user and what is decided about them. */
export function userRoutes({ site, guards, counter }: UsersDeps) {
  const { auth } = guards
  const deps = { auth, counter }

  async function showUser(c: Context<AuthEnv>, id: string, reply: Reply) {
    const user = await findUser(auth.db, id)
    if (!user) throw new NotFoundError(fullPath(c))
    const { status, seen, draft = {}, ...notice } = reply
    const history = await listHistory(auth.db, id, historySize)
    const meanwhile = seen === undefined ? [] : await listChangesSince(auth.db, id, seen)
    const page = (
      <UserPage
        user={user}
        sessions={await listSessions(auth.db, id)}
        history={history}
        isSelf={id === sessionOf(c).user.id}
        notice={{ ...notice, meanwhile }}
        draft={draft}
        now={auth.now()}
      />
    )
    return renderAdmin(c, site, page, { title: user.name, status })
  }

  /** Turns the outcome of a decision into a page: the user again, with what came of it. */
  async function answer(c: Context<AuthEnv>, id: string, done: DoneNotice, outcome: UndoOutcome, reply: Reply) {
    switch (outcome.status) {
      case 'done': {
        const params = new URLSearchParams({ done, ...(outcome.undo ? { undo: outcome.undo } : {}) })
        return c.redirect(`${localised(c.var.locale, href(paths.adminUser, { id }))}?${params}`, 303)
      }
      case 'unchanged':
        return c.redirect(`${localised(c.var.locale, href(paths.adminUser, { id }))}?done=unchanged`, 303)
      case 'missing':
        throw new NotFoundError(fullPath(c))
      case 'stale':
        return showUser(c, id, { ...reply, problem: 'stale', status: 409 })
      default:
        return showUser(c, id, { ...reply, seen: undefined, problem: outcome.status, status: 409 })
    }
  }

  const decideOn = (c: Context<AuthEnv>, id: string, version: number, decision: Decision): Promise<DecisionOutcome> =>
    decide(deps, { ...actOf(c), userId: id, version, decision })

  return new Hono<AuthEnv>()
    .get(paths.adminUser, (c) => {
      const done = doneNotices.find((known) => known === c.req.query('done'))
      const token = c.req.query('undo')
      const found = token ? readUndo(auth.secret, token) : undefined
      const canUndo = found?.actorId === sessionOf(c).user.id && found.until > auth.now()
      return showUser(c, c.req.param('id'), { done, undo: canUndo ? token : undefined })
    })
    .post(paths.adminUserRole, requireFresh(guards), async (c) => {
      const id = c.req.param('id')
      const { version, seen, role } = await readForm(c, roleSchema)
      return answer(c, id, 'role', await decideOn(c, id, version, { act: 'role', role }), { seen, draft: { role } })
    })
    .post(paths.adminUserBan, async (c) => {
      const id = c.req.param('id')
      const { version, seen, reason, until } = await readForm(c, banSchema)
      const draft = { reason, until }
      if (reason.trim() === '') return showUser(c, id, { problem: 'reason', draft, status: 422 })
      const end = readMoment(until)
      if (end !== null && !(end > auth.now())) return showUser(c, id, { problem: 'until', draft, status: 422 })
      const decision = { act: 'ban', reason: reason.trim(), until: end } as const
      return answer(c, id, 'ban', await decideOn(c, id, version, decision), { seen, draft })
    })
    .post(paths.adminUserBanRemoval, async (c) => {
      const id = c.req.param('id')
      const { version, seen } = await readForm(c, unbanSchema)
      return answer(c, id, 'unban', await decideOn(c, id, version, { act: 'unban' }), { seen })
    })
    .post(paths.adminUserUndo, async (c) => {
      const id = c.req.param('id')
      const { undo: token } = await readForm(c, undoSchema)
      return answer(c, id, 'undo', await undo(deps, { ...actOf(c), userId: id, token }), {})
    })
    .post(paths.adminUserSessionsClosure, async (c) => {
      const id = c.req.param('id')
      const { session: sessionId } = await readForm(c, closureSchema)
      const outcome = await endSessions(deps, { ...actOf(c), userId: id, sessionId })
      if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status === 'self') return showUser(c, id, { problem: 'self', status: 409 })
      const done = outcome.status === 'done' ? 'sessions' : 'unchanged'
      return c.redirect(`${localised(c.var.locale, href(paths.adminUser, { id }))}?done=${done}`, 303)
    })
}
