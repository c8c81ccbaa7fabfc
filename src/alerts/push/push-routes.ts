import { Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentSession } from '../../auth/middleware.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { paths } from '../../paths.ts'
import type { AlertsDeps } from '../alerts-routes.tsx'
import { deleteSubscription, putSubscription } from './push-queries.ts'
import { pushFields } from './push-subscription.ts'

/** Routes that the script of the alerts page calls when the user turns notifications of this browser on or off. */
export function pushRoutes({ db, guards, now }: Pick<AlertsDeps, 'db' | 'guards' | 'now'>) {
  const changes = ownChanges(guards)
  return new Hono<AuthEnv>()
    .post(paths.alertPush, ...changes, async (c) => {
      const fields = await requireForm(c, pushFields)
      const { id: sessionId, user } = currentSession(c)
      const { locale } = c.var
      await putSubscription(db, { ...fields, userId: user.id, sessionId, locale, createdAt: now() })
      return c.body(null, 204)
    })
    .post(paths.alertPushEnd, ...changes, async (c) => {
      const { endpoint } = await requireForm(c, z.object({ endpoint: pushFields.shape.endpoint }))
      await deleteSubscription(db, endpoint, currentSession(c).user.id)
      return c.body(null, 204)
    })
}
