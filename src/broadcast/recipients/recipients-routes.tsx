import { Hono } from 'hono'
import { z } from 'zod'
import { auditStatement } from '../../auth/audit.ts'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { originOf } from '../../auth/session-request.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { translator } from '../../i18n/translate.ts'
import { stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { subjectOf } from '../acts/act.ts'
import { requireBroadcast } from '../detail/detail-routes.tsx'
import type { DetailDeps } from '../detail/detail-view.ts'
import { recipientsCsv } from './recipients-csv.ts'
import { RecipientsPage } from './recipients-page.tsx'
import { listRecipients } from './recipients-queries.ts'
import { readRecipients, recipientStates } from './recipients-query.ts'
import { RecipientsRegion } from './recipients-region.tsx'

const pageSize = 50
const fileForm = z.object({ state: z.enum(recipientStates).optional() })

export function recipientsRoutes(deps: DetailDeps) {
  const { guards, db, now } = deps
  return new Hono<AuthEnv>()
    .get(paths.broadcastRecipients, guards.admin, async (c) => {
      const { id, name } = await requireBroadcast(c, deps)
      const list = readRecipients(c.req.query())
      const region = { id, list, page: await listRecipients(db, id, list, pageSize) }
      if (wantsPartial(c)) return renderPartial(c, <RecipientsRegion {...region} />)
      const title = translator(c.var.locale)('broadcast.recipientsTitle')
      return showPage(c, deps, <RecipientsPage name={name} {...region} />, { title: `${title} · ${name}` })
    })
    .post(paths.broadcastRecipientsFile, ...stepUpAdminChanges(guards), async (c) => {
      const row = await requireBroadcast(c, deps)
      const { state } = await requireForm(c, fileForm)
      const entry = { act: 'broadcast.export', actor: currentUser(c), subject: subjectOf(row) } as const
      await db.writeBatch([auditStatement(db, originOf(c), now(), entry)])
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', 'attachment; filename="recipients.csv"')
      c.header('cache-control', 'no-store')
      return c.body(recipientsCsv(db, row.id, state))
    })
}
