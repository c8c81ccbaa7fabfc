import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { findUser } from '../../auth/queries.ts'
import { hasSecondFactor } from '../../auth/second-factor/factors.ts'
import { listSessions } from '../../auth/session/session-queries.ts'
import { NotFoundError } from '../../http/errors.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { readUserUndo } from '../account-status.ts'
import type { UsersDeps } from '../act.ts'
import { listChangesSince, listHistory } from '../audit/audit-queries.ts'
import type { DecisionDraft } from '../decision-form.ts'
import { listWaiting } from '../factor/factor-queries.ts'
import { type DoneNotice, doneNotices, type UserProblem } from './user-notice.tsx'
import { UserPage } from './user-page.tsx'

const historySize = 20

export function userRoutes(deps: UsersDeps) {
  const { auth, guards } = deps
  return new Hono<AuthEnv>().get(paths.adminUser, guards.admin, (c) => {
    const done = doneNotices.find((known) => known === c.req.query('done'))
    const token = c.req.query('undo')
    const canUndo = token !== undefined && readUserUndo(auth, currentUser(c).id, token) !== undefined
    return showUser(c, deps, c.req.param('id'), { done, undo: canUndo ? token : undefined })
  })
}

export interface Reply {
  status?: 200 | 409 | 422
  done?: DoneNotice | undefined
  undo?: string | undefined
  problem?: UserProblem
  draft?: DecisionDraft
  /** ID of the newest audit entry when the form was rendered */
  seen?: number | undefined
}

export async function showUser(c: Context<AuthEnv>, deps: UsersDeps, id: string, reply: Reply) {
  const { db, now, acts } = deps
  const user = await findUser(db, id)
  if (!user) throw new NotFoundError(fullPath(c))
  const { status, seen, draft = {}, ...notice } = reply
  const history = await listHistory(db, id, historySize)
  const [waiting] = await listWaiting(db, now(), { userId: id, limit: 1 })
  const meanwhile = seen === undefined ? [] : await listChangesSince(db, id, seen)
  const page = (
    <UserPage
      user={user}
      sessions={await listSessions(db, id)}
      history={history}
      viewerId={currentUser(c).id}
      hasSecondFactor={await hasSecondFactor(db, user)}
      waiting={waiting}
      notice={{ ...notice, meanwhile }}
      draft={draft}
      acts={acts}
      now={now()}
    />
  )
  return showPage(c, deps, page, { title: user.name, status })
}
