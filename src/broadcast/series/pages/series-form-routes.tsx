import { type Context, Hono } from 'hono'
import type { AuthEnv } from '../../../auth/middleware.ts'
import { readForm } from '../../../http/body.ts'
import { translator } from '../../../i18n/translate.ts'
import { adminChanges } from '../../../pages/admin-changes.ts'
import { formKeyOf } from '../../../pages/form-key.tsx'
import { redirectTo } from '../../../pages/redirects.ts'
import { showPage } from '../../../pages/show-page.ts'
import { href, paths } from '../../../paths.ts'
import { actRequest } from '../../../users/act.ts'
import { createSeries, editSeries } from '../edit-series.ts'
import { isSeriesActPossible, type SeriesRow } from '../series.ts'
import { listClickable } from '../series-queries.ts'
import {
  readSeries,
  revisionIn,
  type SeriesErrors,
  type SeriesValues,
  seriesValues,
  seriesValuesIn,
} from './series-form.ts'
import { SeriesFormPage } from './series-form-page.tsx'
import { answer, type Reply, requireSeries, type SeriesDeps } from './series-page-routes.tsx'

export function seriesFormRoutes(deps: SeriesDeps) {
  const { guards, flashes } = deps
  return new Hono<AuthEnv>()
    .get(paths.newSeries, guards.admin, (c) => showForm(c, deps, { values: {} }))
    .post(paths.newSeries, ...adminChanges(guards), async (c) => {
      const { values, fields, errors } = await readSent(deps, await readForm(c))
      if (Object.keys(errors).length > 0) return showForm(c, deps, { values, errors, status: 422 })
      const outcome = await createSeries(deps, actRequest(c), fields, await formKeyOf(c))
      if (outcome.status === 'full') {
        return showForm(c, deps, { values, problem: translator(c.var.locale)('series.problems.full'), status: 409 })
      }
      flashes.leave(c, 'series.flashSaved')
      return redirectTo(c, href(paths.series, { id: outcome.id }))
    })
    .get(paths.seriesEdit, guards.admin, async (c) => {
      const row = await requireSeries(c, deps)
      if (!isSeriesActPossible('edit', row)) return redirectTo(c, href(paths.series, { id: row.id }))
      return showForm(c, deps, { row, values: seriesValues(row) })
    })
    .post(paths.seriesEdit, ...adminChanges(guards), async (c) => {
      const row = await requireSeries(c, deps)
      const form = await readForm(c)
      const { values, fields, errors } = await readSent(deps, form, row)
      if (Object.keys(errors).length > 0) return showForm(c, deps, { row, values, errors, status: 422 })
      const outcome = await editSeries(deps, actRequest(c), { id: row.id, revision: revisionIn(form), fields })
      return answer(c, deps, row.id, outcome)
    })
}

/** Reads the form of a series. The current trigger stays valid, however many newer broadcasts there are. */
async function readSent({ db }: SeriesDeps, form: Record<string, unknown>, row?: SeriesRow) {
  const offered = (await listClickable(db)).map(({ id }) => id)
  const kept = row?.clickedBroadcast ? [row.clickedBroadcast] : []
  const values = seriesValuesIn(form)
  return { values, ...readSeries(values, [...offered, ...kept]) }
}

interface ShownForm extends Reply {
  row?: SeriesRow
  values: SeriesValues
  errors?: SeriesErrors
}

async function showForm(c: Context<AuthEnv>, deps: SeriesDeps, { row, values, errors = {}, ...reply }: ShownForm) {
  const title = translator(c.var.locale)(row ? 'series.edit' : 'series.create')
  const offered = await listClickable(deps.db)
  const kept = row?.clickedBroadcast
  const own = kept && !offered.some(({ id }) => id === kept) ? [{ id: kept, name: kept }] : []
  const page = (
    <SeriesFormPage
      title={title}
      path={row ? href(paths.seriesEdit, { id: row.id }) : paths.newSeries}
      revision={row?.revision ?? 0}
      clickable={[...own, ...offered]}
      problem={reply.problem}
      values={values}
      errors={errors}
    />
  )
  return showPage(c, deps, page, { title, status: reply.status })
}
