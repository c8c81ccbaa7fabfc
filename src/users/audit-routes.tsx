import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import type { UsersDeps } from './admin-deps.ts'
import { renderAdmin } from './admin-routes.tsx'
import { listAudit } from './audit.ts'
import { AuditPage } from './audit-page.tsx'
import { readAuditList } from './audit-query.ts'

/** Lines of the log on one page */
const pageSize = 50

/** The audit log. */
export function auditRoutes({ site, guards }: UsersDeps) {
  return new Hono<AuthEnv>().get(paths.adminAudit, async (c) => {
    const list = readAuditList(c.req.query())
    const page = await listAudit(guards.auth.db, list, pageSize)
    const title = translator(c.var.locale)('audit.title')
    return renderAdmin(c, site, <AuditPage list={list} page={page} />, { title })
  })
}
