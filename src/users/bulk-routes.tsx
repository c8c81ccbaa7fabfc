import { Hono } from 'hono'
import { type AuthEnv, requireFresh } from '../auth/middleware.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import type { UsersDeps } from './admin-deps.ts'
import { actOf, readForm, renderAdmin } from './admin-routes.tsx'
import { actOnMany } from './bulk.ts'
import { type BulkFields, bulkActOf, bulkSchema, cursorIn, readBulkFields, scopeOf } from './bulk-form.ts'
import { BulkPage } from './bulk-page.tsx'

/** One act for many users: a page that asks, the act, a page that reports. */
export function bulkRoutes({ site, guards, counter }: UsersDeps) {
  const { auth } = guards
  const countIn = async (fields: BulkFields) => {
    const scope = scopeOf(fields)
    return 'ids' in scope ? scope.ids.length : (await counter.count(scope.filter, auth.now())).total
  }
  return new Hono<AuthEnv>()
    .use(paths.adminUsersBulk, requireFresh(guards))
    .get(paths.adminUsersBulk, async (c) => {
      const fields = readBulkFields({ ...c.req.query(), id: c.req.queries('id') })
      const title = translator(c.var.locale)('users.bulk.title')
      return renderAdmin(c, site, <BulkPage fields={fields} count={await countIn(fields)} />, { title })
    })
    .post(paths.adminUsersBulk, async (c) => {
      const fields = await readForm(c, bulkSchema)
      const title = translator(c.var.locale)('users.bulk.title')
      const bulk = bulkActOf(fields, auth.now())
      const count = await countIn(fields)
      if (typeof bulk === 'string') {
        return renderAdmin(c, site, <BulkPage fields={fields} count={count} problem={bulk} />, { title, status: 422 })
      }
      const request = { ...actOf(c), scope: scopeOf(fields), bulk, from: cursorIn(fields) }
      const done = await actOnMany({ auth, counter }, request)
      const report = {
        ...done,
        changed: done.changed + fields.changed,
        unchanged: done.unchanged + fields.unchanged,
        skipped: done.skipped + fields.skipped,
      }
      // The report answers the form itself: it is about what was just done, and no address could show it again.
      return renderAdmin(c, site, <BulkPage fields={fields} count={count} report={report} />, { title })
    })
}
