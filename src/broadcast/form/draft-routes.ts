import { Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../../auth/middleware.ts'
import { limitBody, readForm } from '../../http/body.ts'
import { NotFoundError } from '../../http/errors.ts'
import { paths } from '../../paths.ts'
import { fullPath } from '../../site/address.ts'
import { actRequest } from '../../users/act-request.ts'
import { saveDraft } from '../acts/drafts.ts'
import { readAudience } from '../audience/audience.ts'
import { requireBroadcast } from '../detail/detail-routes.tsx'
import type { DetailDeps } from '../detail/detail-view.ts'
import { messageFormBytes } from '../editor/read-message.ts'
import { readBroadcastForm } from './read-form.ts'

const revision = z.coerce.number().int().catch(0)

/** Reads from a form the revision that the form was made from. */
export function revisionIn(form: Record<string, unknown>): number {
  return revision.parse(form.revision)
}

/**
 * Routes of the editor's autosaves, which may contain unfinished messages. If any field around the message is invalid,
 * all of these fields keep their saved values.
 */
export function draftRoutes(deps: DetailDeps) {
  return new Hono<AuthEnv>().post(paths.broadcastDraft, deps.guards.admin, limitBody(messageFormBytes), async (c) => {
    const row = await requireBroadcast(c, deps)
    const form = await readForm(c)
    const { draft, errors } = readBroadcastForm(form, [])
    const { content, trialPercent, trialMinutes } = draft
    const kept = { ...row, audience: readAudience(row.audience), content, trialPercent, trialMinutes }
    const whole = Object.keys(errors).length > 0 ? kept : draft
    const outcome = await saveDraft(deps, actRequest(c), { id: row.id, revision: revisionIn(form), draft: whole })
    switch (outcome.status) {
      case 'saved':
        return c.json({ revision: outcome.revision })
      case 'stale':
        return c.json({ revision: outcome.revision }, 409)
      case 'refused':
        return c.json({}, 403)
      case 'missing':
        throw new NotFoundError(fullPath(c))
    }
  })
}
