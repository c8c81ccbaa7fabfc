import { Hono } from 'hono'
import type { AuthEnv } from '../auth/middleware.ts'
import { translator } from '../i18n/translate.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { AdminLayout } from '../ui/layouts/admin.tsx'
import type { BroadcastDeps } from './broadcast-deps.ts'

export function broadcastRoutes(deps: BroadcastDeps) {
  return new Hono<AuthEnv>().get(paths.broadcasts, deps.guards.admin, (c) => {
    const title = translator(c.var.locale)('broadcast.title')
    const page = (
      <AdminLayout>
        <h1>{title}</h1>
      </AdminLayout>
    )
    return showPage(c, deps, page, { title })
  })
}
