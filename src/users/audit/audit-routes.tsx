import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { translator } from '../../i18n/translate.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import type { UsersDeps } from '../act.ts'
import { listAudit } from './audit.ts'
import { AuditPage } from './audit-page.tsx'
import { readAuditList } from './audit-query.ts'

const pageSize = 50

export function auditRoutes(deps: Pick<UsersDeps, 'shell' | 'guards' | 'db' | 'acts'>) {
  const { guards, db, acts } = deps
  return new Hono<AuthEnv>().get(paths.adminAudit, guards.admin, async (c) => {
    const list = readAuditList(c.req.query(), acts)
    const page = <AuditPage list={list} page={await listAudit(db, list, pageSize)} acts={acts} />
    return showPage(c, deps, page, { title: translator(c.var.locale)('audit.title') })
  })
}
