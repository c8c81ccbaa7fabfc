import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { localised } from '../../i18n/locales.ts'
import type { PageStatus } from '../../pages/show-page.ts'
import { showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../site/address.ts'
import type { BroadcastRow } from '../broadcast.ts'
import { findBroadcast } from '../broadcast-queries.ts'
import { ActsRegion, versionOf } from './acts-region.tsx'
import { DetailPage, type DetailPageProps } from './detail-page.tsx'
import { type DetailDeps, readActs, readDetail, readProgress } from './detail-view.ts'
import { formValuesIn } from './keep-form-values.ts'
import { ProgressRegion } from './progress-region.tsx'

export function detailRoutes(deps: DetailDeps) {
  return new Hono<AuthEnv>().get(paths.broadcast, deps.guards.admin, async (c) => {
    const row = await requireBroadcast(c, deps)
    if (!wantsPartial(c)) return showDetail(c, deps, row, { typed: formValuesIn(c.req.query()) })
    if (c.req.query('part') === 'acts') {
      if (c.req.query('seen') !== versionOf(row)) {
        return c.body(null, 200, { 'HX-Redirect': localised(c.var.locale, href(paths.broadcast, { id: row.id })) })
      }
      return renderPartial(c, <ActsRegion view={await readActs(deps, row, { by: currentUser(c).id })} />)
    }
    return renderPartial(c, <ProgressRegion view={await readProgress(deps, row)} />)
  })
}

/** Finds the broadcast in the URL. @throws NotFoundError */
export async function requireBroadcast(c: Context<AuthEnv>, { db }: Pick<DetailDeps, 'db'>): Promise<BroadcastRow> {
  const row = await findBroadcast(db, c.req.param('id') ?? '')
  if (!row) throw new NotFoundError(fullPath(c))
  return row
}

type Reply = Pick<DetailPageProps, 'problem' | 'typed' | 'tested'> & { status?: PageStatus }

export async function showDetail(c: Context<AuthEnv>, deps: DetailDeps, row: BroadcastRow, reply: Reply = {}) {
  const { status, ...more } = reply
  const view = await readDetail(deps, row, { by: currentUser(c).id, isFresh: status !== undefined })
  const page = <DetailPage view={view} acts={deps.acts} flash={deps.flashes.take(c)} {...more} />
  return showPage(c, deps, page, { title: row.name, status })
}
