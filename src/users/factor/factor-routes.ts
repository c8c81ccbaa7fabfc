import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { adminChanges, stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../site/address.ts'
import { actRequest } from '../act-request.ts'
import type { DoneNotice, UserProblem } from '../user/user-notice.tsx'
import { showUser } from '../user/user-routes.tsx'
import type { UsersDeps } from '../users-deps.ts'
import { approveReplacement, requestReplacement, withdrawReplacement } from './replace-factor.ts'

/** Identifies the approved request: a newer one may have replaced it. */
const approvalForm = z.object({ requestedAt: z.coerce.number().int().catch(0) })

/** Routes by which two administrators together remove a lost second factor. */
export function factorRoutes(deps: UsersDeps) {
  const { guards } = deps
  return new Hono<AuthEnv>()
    .post(paths.adminUserFactor, ...stepUpAdminChanges(guards), async (c) => {
      const userId = c.req.param('id')
      const outcome = await requestReplacement(deps, { ...actRequest(c), userId })
      return answer(c, deps, { userId, done: 'factor-requested' }, outcome.status)
    })
    .post(paths.adminUserFactorApproval, ...stepUpAdminChanges(guards), async (c) => {
      const userId = c.req.param('id')
      const { requestedAt } = await requireForm(c, approvalForm)
      const outcome = await approveReplacement(deps, { ...actRequest(c), userId, requestedAt })
      return answer(c, deps, { userId, done: 'factor-replaced' }, outcome.status)
    })
    .post(paths.adminUserFactorWithdrawal, ...adminChanges(guards), async (c) => {
      const userId = c.req.param('id')
      const outcome = await withdrawReplacement(deps, { ...actRequest(c), userId })
      return answer(c, deps, { userId, done: 'factor-withdrawn' }, outcome.status)
    })
}

type Status =
  | 'done'
  | 'unchanged'
  | 'missing'
  | Extract<UserProblem, 'self' | 'refused' | 'no-factor' | 'own-request' | 'new-admin' | 'over'>

function answer(
  c: Context<AuthEnv>,
  deps: UsersDeps,
  { userId, done }: { userId: string; done: DoneNotice },
  status: Status,
) {
  switch (status) {
    case 'done':
    case 'unchanged': {
      const params = new URLSearchParams({ done: status === 'done' ? done : 'unchanged' })
      return redirectTo(c, `${href(paths.adminUser, { id: userId })}?${params}`)
    }
    case 'missing':
      throw new NotFoundError(fullPath(c))
    default:
      return showUser(c, deps, userId, { problem: status, status: 409 })
  }
}
