import { Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, requireFresh } from '../auth/middleware.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import type { UsersDeps } from './admin-deps.ts'
import { actOf, readForm, renderAdmin, sessionOf } from './admin-routes.tsx'
import { exportUsers } from './export.ts'
import { listAddress } from './list-address.ts'
import { listParams, readList } from './list-query.ts'
import { listUsers } from './list-users.ts'
import { deleteSavedView, insertSavedView, listSavedViews } from './queries.ts'
import { UsersList } from './users-list.tsx'
import { UsersPage } from './users-page.tsx'

/** Users on one page */
const pageSize = 50
/** Lists one administrator can keep */
const mostViews = 50

const viewSchema = z.object({ name: z.string().trim().min(1).max(60), query: z.string().max(2000) })
const exportSchema = z.object({ query: z.string().max(2000).default(''), mark: z.string().optional() })

/** The list of users, its export and its saved views. */
export function listRoutes({ site, guards, counter }: UsersDeps) {
  const { auth } = guards
  const { db } = auth
  return new Hono<AuthEnv>()
    .get(paths.adminUsers, async (c) => {
      const now = auth.now()
      const list = readList(c.req.query())
      const [page, counts] = [await listUsers(db, list, pageSize, now), await counter.count(list, now)]
      const region = { list, page, counts, now }
      if (wantsPartial(c)) return renderPartial(c, <UsersList {...region} />)
      const views = await listSavedViews(db, sessionOf(c).user.id, mostViews)
      const t = translator(c.var.locale)
      c.header('vary', 'HX-Request, HX-Request-Type')
      return renderAdmin(c, site, <UsersPage views={views} {...region} />, {
        title: t('users.title'),
        description: t('users.description'),
      })
    })
    .post(paths.adminUsersExport, requireFresh(guards), async (c) => {
      const { query, mark } = await readForm(c, exportSchema)
      const list = readList(Object.fromEntries(new URLSearchParams(query)))
      const body = await exportUsers({ auth, counter }, { ...actOf(c), list, hasMark: mark === 'yes' })
      const day = new Date(auth.now()).toISOString().slice(0, 10)
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', `attachment; filename="users-${day}.csv"`)
      c.header('cache-control', 'no-store')
      return c.body(body)
    })
    .post(paths.adminUsersViews, async (c) => {
      const { name, query } = await readForm(c, viewSchema)
      const userId = sessionOf(c).user.id
      const list = readList(Object.fromEntries(new URLSearchParams(query)))
      const row = { id: Bun.randomUUIDv7(), userId, name, query: listParams(list).toString(), createdAt: auth.now() }
      const views = await listSavedViews(db, userId, mostViews)
      if (views.length < mostViews) await db.writeBatch([insertSavedView(db, row)])
      return c.redirect(listAddress(c.var.locale, list), 303)
    })
    .post(paths.adminUsersViewRemoval, async (c) => {
      await db.writeBatch([deleteSavedView(db, sessionOf(c).user.id, c.req.param('id'))])
      return c.redirect(localised(c.var.locale, paths.adminUsers), 303)
    })
}
