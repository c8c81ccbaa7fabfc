import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { translator } from '../../i18n/translate.ts'
import { adminChanges, stepUpAdminChanges } from '../../pages/admin-changes.ts'
import { requireForm } from '../../pages/parse-form.ts'
import { showPage } from '../../pages/show-page.ts'
import { undoForm } from '../../pages/undo-token.ts'
import { paths } from '../../paths.ts'
import { actRequest } from '../act-request.ts'
import type { UsersDeps } from '../users-deps.ts'
import { actOnMany } from './bulk.ts'
import { type BulkFields, bulkActOf, bulkSchema, cursorIn, readBulkFields, scopeOf } from './bulk-form.ts'
import { BulkPage } from './bulk-page.tsx'
import { BulkUndonePage } from './bulk-undone-page.tsx'
import { undoBulk } from './undo-bulk.ts'

export function bulkRoutes(deps: UsersDeps) {
  const { guards, counter, now } = deps
  const countIn = async (fields: BulkFields) => {
    const scope = scopeOf(fields)
    return 'ids' in scope ? scope.ids.length : (await counter.count(scope.filter, now())).total
  }
  return new Hono<AuthEnv>()
    .get(paths.adminUsersBulk, guards.admin, guards.stepUp, async (c) => {
      const fields = readBulkFields({ ...c.req.query(), id: c.req.queries('id') })
      const title = translator(c.var.locale)('users.bulk.title')
      return showPage(c, deps, <BulkPage fields={fields} count={await countIn(fields)} />, { title })
    })
    .post(paths.adminUsersBulk, ...stepUpAdminChanges(guards), async (c) => {
      const fields = await requireForm(c, bulkSchema)
      const title = translator(c.var.locale)('users.bulk.title')
      const bulk = bulkActOf(fields, now())
      const count = await countIn(fields)
      if (typeof bulk === 'string') {
        return showPage(c, deps, <BulkPage fields={fields} count={count} problem={bulk} />, { title, status: 422 })
      }
      const request = { ...actRequest(c), scope: scopeOf(fields), bulk, from: cursorIn(fields) }
      const done = await actOnMany(deps, request)
      const report = {
        ...done,
        changed: done.changed + fields.changed,
        unchanged: done.unchanged + fields.unchanged,
        skipped: done.skipped + fields.skipped,
      }
      // Answer the POST with the report itself: no URL could show it again.
      return showPage(c, deps, <BulkPage fields={fields} count={count} report={report} />, { title })
    })
    .post(paths.adminUsersBulkUndo, ...adminChanges(guards), async (c) => {
      const { undo: token } = await requireForm(c, undoForm)
      const outcome = await undoBulk(deps, { ...actRequest(c), token })
      const report = outcome.status === 'undone' ? outcome.report : undefined
      const title = translator(c.var.locale)(report ? 'users.bulk.undone' : 'users.bulk.notUndone')
      return showPage(c, deps, <BulkUndonePage report={report} />, { title, ...(!report && { status: 409 }) })
    })
}
