import { Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../../../auth/middleware.ts'
import { NotFoundError } from '../../../http/errors.ts'
import { translator } from '../../../i18n/translate.ts'
import { adminChanges, stepUpAdminChanges } from '../../../pages/admin-changes.ts'
import { formKeyOf } from '../../../pages/form-key.tsx'
import { requireForm } from '../../../pages/parse-form.ts'
import { redirectTo } from '../../../pages/redirects.ts'
import { showPage } from '../../../pages/show-page.ts'
import { href, paths } from '../../../paths.ts'
import { fullPath } from '../../../shell/address.ts'
import { actRequest } from '../../../users/act.ts'
import { cloneSeries, removeSeries, startSeries, stopSeries } from '../edit-series.ts'
import { countAllPeople } from '../people-queries.ts'
import { listSeries } from '../series-queries.ts'
import { SeriesListPage } from './series-list-page.tsx'
import { answer, requireSeries, type SeriesDeps, showSeries } from './series-page-routes.tsx'

const revision = z.coerce.number().int()
const actForm = z.object({ revision, act: z.enum(['stop', 'remove']) })
const startForm = z.object({ revision, steps: z.string() })

export function seriesRoutes(deps: SeriesDeps) {
  const { db, guards, flashes, sending } = deps
  return new Hono<AuthEnv>()
    .get(paths.allSeries, guards.admin, async (c) => {
      const title = translator(c.var.locale)('series.title')
      const lines = await listSeries(db)
      const view = { lines, people: await countAllPeople(db) }
      const page = <SeriesListPage {...view} flash={flashes.take(c)} isConnected={sending.isConnected} />
      return showPage(c, deps, page, { title })
    })
    .post(paths.seriesAct, ...adminChanges(guards), async (c) => {
      const { act, revision } = await requireForm(c, actForm)
      const shown = { id: c.req.param('id'), revision }
      if (act === 'stop') return answer(c, deps, shown.id, await stopSeries(deps, actRequest(c), shown))
      const outcome = await removeSeries(deps, actRequest(c), shown)
      if (outcome.status !== 'done') return answer(c, deps, shown.id, outcome)
      flashes.leave(c, 'series.flashRemoved')
      return redirectTo(c, paths.allSeries)
    })
    .post(paths.seriesCopy, ...adminChanges(guards), async (c) => {
      const t = translator(c.var.locale)
      const row = await requireSeries(c, deps)
      const name = ({ name }: { name: string }) => t('broadcast.copyOf', { name })
      const outcome = await cloneSeries(deps, actRequest(c), { id: row.id, name, key: await formKeyOf(c) })
      if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status === 'full') {
        return showSeries(c, deps, row, { problem: t('series.problems.full'), status: 409 })
      }
      flashes.leave(c, 'series.flashCloned')
      return redirectTo(c, href(paths.series, { id: outcome.id }))
    })
    .post(paths.seriesStart, ...stepUpAdminChanges(guards), async (c) => {
      const shown = { id: c.req.param('id'), ...(await requireForm(c, startForm)) }
      return answer(c, deps, shown.id, await startSeries(deps, actRequest(c), shown))
    })
}
