import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { AuthEnv } from '../../../auth/middleware.ts'
import { readForm } from '../../../http/body.ts'
import { NotFoundError } from '../../../http/errors.ts'
import { translator } from '../../../i18n/translate.ts'
import { adminChanges, freshAdminChanges } from '../../../pages/admin-changes.ts'
import { requireForm } from '../../../pages/parse-form.ts'
import { redirectTo } from '../../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../../pages/show-page.ts'
import { href, paths } from '../../../paths.ts'
import { fullPath } from '../../../site/address.ts'
import { listHistory } from '../../../users/audit/audit-queries.ts'
import type { BroadcastDeps } from '../../broadcast-deps.ts'
import { findBroadcast } from '../../broadcast-queries.ts'
import { requestOf } from '../../detail/act-routes.tsx'
import {
  createSeries,
  editSeries,
  removeSeries,
  type StartOutcome,
  seriesSubject,
  startSeries,
  stopSeries,
} from '../edit-series.ts'
import { countPeople } from '../people-queries.ts'
import { maySeries, type SeriesRow } from '../series.ts'
import { findSeries, listClickable, listSeries, listSteps } from '../series-queries.ts'
import {
  readSeries,
  revisionIn,
  type SeriesErrors,
  type SeriesValues,
  seriesValues,
  seriesValuesIn,
} from './series-form.ts'
import { SeriesFormPage } from './series-form-page.tsx'
import { SeriesListPage } from './series-list-page.tsx'
import { SeriesPage } from './series-page.tsx'

const revision = z.coerce.number().int()
const actForm = z.object({ revision, act: z.enum(['stop', 'remove']) })
const startForm = z.object({ revision })

export function seriesRoutes(deps: BroadcastDeps) {
  const { db, guards, flashes, sending } = deps
  return new Hono<AuthEnv>()
    .get(paths.allSeries, guards.admin, async (c) => {
      const title = translator(c.var.locale)('series.title')
      const lines = await listSeries(db)
      const page = <SeriesListPage lines={lines} flash={flashes.take(c)} isConnected={sending.isConnected} />
      return showPage(c, deps, page, { title })
    })
    .get(paths.newSeries, guards.admin, (c) => showForm(c, deps, { values: {} }))
    .post(paths.newSeries, ...adminChanges(guards), async (c) => {
      const { values, fields, errors } = await readSent(deps, await readForm(c))
      if (Object.keys(errors).length > 0) return showForm(c, deps, { values, errors, status: 422 })
      const outcome = await createSeries(deps, requestOf(c), fields)
      if (outcome.status === 'full') {
        return showForm(c, deps, { values, problem: translator(c.var.locale)('series.problems.full'), status: 409 })
      }
      flashes.leave(c, 'series.flashSaved')
      return redirectTo(c, href(paths.series, { id: outcome.id }))
    })
    .get(paths.series, guards.admin, async (c) => showSeries(c, deps, await requireSeries(c, deps)))
    .get(paths.seriesEdit, guards.admin, async (c) => {
      const row = await requireSeries(c, deps)
      if (!maySeries('edit', row)) return redirectTo(c, href(paths.series, { id: row.id }))
      return showForm(c, deps, { row, values: seriesValues(row) })
    })
    .post(paths.seriesEdit, ...adminChanges(guards), async (c) => {
      const row = await requireSeries(c, deps)
      const form = await readForm(c)
      const { values, fields, errors } = await readSent(deps, form, row)
      if (Object.keys(errors).length > 0) return showForm(c, deps, { row, values, errors, status: 422 })
      const outcome = await editSeries(deps, requestOf(c), { id: row.id, revision: revisionIn(form), fields })
      return answer(c, deps, row.id, outcome)
    })
    .post(paths.seriesAct, ...adminChanges(guards), async (c) => {
      const { act, revision } = await requireForm(c, actForm)
      const shown = { id: c.req.param('id'), revision }
      if (act === 'stop') return answer(c, deps, shown.id, await stopSeries(deps, requestOf(c), shown))
      const outcome = await removeSeries(deps, requestOf(c), shown)
      if (outcome.status !== 'done') return answer(c, deps, shown.id, outcome)
      flashes.leave(c, 'series.flashRemoved')
      return redirectTo(c, paths.allSeries)
    })
    .post(paths.seriesStart, ...freshAdminChanges(guards), async (c) => {
      const { revision } = await requireForm(c, startForm)
      const id = c.req.param('id')
      return answer(c, deps, id, await startSeries(deps, requestOf(c), { id, revision }))
    })
}

/** @throws NotFoundError */
export async function requireSeries(c: Context<AuthEnv>, { db }: Pick<BroadcastDeps, 'db'>): Promise<SeriesRow> {
  const row = await findSeries(db, c.req.param('id') ?? '')
  if (!row) throw new NotFoundError(fullPath(c))
  return row
}

/** The page of the series again, or what it says about why not. */
export async function answer(c: Context<AuthEnv>, deps: BroadcastDeps, id: string, outcome: StartOutcome) {
  if (outcome.status === 'done') {
    deps.flashes.leave(c, 'series.flashDone')
    return redirectTo(c, href(paths.series, { id }))
  }
  const row = await requireSeries(c, deps)
  if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
  const step = outcome.status === 'faulty' ? outcome.step : 0
  const problem = translator(c.var.locale)(`series.problems.${outcome.status}`, { step })
  return showSeries(c, deps, row, { problem, status: 409 })
}

interface Reply {
  problem?: string
  status?: PageStatus
}

async function showSeries(c: Context<AuthEnv>, deps: BroadcastDeps, row: SeriesRow, { problem, status }: Reply = {}) {
  const { db, sending } = deps
  const view = {
    row,
    steps: await listSteps(db, row.id),
    people: await countPeople(db, row.id),
    clicked: row.clickedBroadcast === null ? undefined : (await findBroadcast(db, row.clickedBroadcast))?.name,
    history: await listHistory(db, seriesSubject(row).id, 30),
    isConnected: sending.isConnected,
  }
  const page = <SeriesPage view={view} acts={deps.acts} flash={deps.flashes.take(c)} problem={problem} />
  return showPage(c, deps, page, { title: row.name, status })
}

/** What it begins by already stays possible, however many newer broadcasts there are. */
async function readSent({ db }: BroadcastDeps, form: Record<string, unknown>, row?: SeriesRow) {
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

async function showForm(c: Context<AuthEnv>, deps: BroadcastDeps, { row, values, errors = {}, ...reply }: ShownForm) {
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
