import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../../auth/middleware.ts'
import { NotFoundError } from '../../../http/errors.ts'
import { renderPartial, wantsPartial } from '../../../http/render.tsx'
import { localised } from '../../../i18n/locales.ts'
import { translator } from '../../../i18n/translate.ts'
import { redirectTo } from '../../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../../pages/show-page.ts'
import { href, paths } from '../../../paths.ts'
import { fullPath } from '../../../site/address.ts'
import { listHistory } from '../../../users/audit/audit-queries.ts'
import { findBroadcast } from '../../broadcast-queries.ts'
import { hasSender } from '../../delivery/sender-presence.ts'
import { findOwnChat } from '../../detail/detail-queries.ts'
import type { ApproveStepOutcome } from '../approve-step.ts'
import { type StartOutcome, seriesSubject } from '../edit-series.ts'
import { countPeople } from '../people-queries.ts'
import type { SeriesRow } from '../series.ts'
import { findSeries } from '../series-queries.ts'
import { listSteps } from '../step-queries.ts'
import { SeriesActs, seriesVersionOf } from './series-acts-region.tsx'
import type { SeriesDeps } from './series-deps.ts'
import { SeriesPage } from './series-page.tsx'
import { SeriesProgress } from './series-progress-region.tsx'
import type { SeriesView } from './series-view.ts'

export function seriesPageRoutes(deps: SeriesDeps) {
  return new Hono<AuthEnv>().get(paths.series, deps.guards.admin, async (c) => {
    const row = await requireSeries(c, deps)
    if (!wantsPartial(c)) return showSeries(c, deps, row)
    const view = await readSeriesView(c, deps, row)
    const isActs = c.req.query('part') === 'acts'
    if (isActs && c.req.query('seen') !== seriesVersionOf(view)) {
      return c.body(null, 200, { 'HX-Redirect': localised(c.var.locale, href(paths.series, { id: row.id })) })
    }
    return renderPartial(c, isActs ? <SeriesActs view={view} /> : <SeriesProgress view={view} />)
  })
}

/** Finds the series in the URL. @throws NotFoundError */
export async function requireSeries(c: Context<AuthEnv>, { db }: Pick<SeriesDeps, 'db'>): Promise<SeriesRow> {
  const row = await findSeries(db, c.req.param('id') ?? '')
  if (!row) throw new NotFoundError(fullPath(c))
  return row
}

type Outcome = StartOutcome | ApproveStepOutcome

/** After success, redirects to the page of the series, at fragment `at`; after a refusal, shows it with the reason. */
export async function answer(c: Context<AuthEnv>, deps: SeriesDeps, id: string, outcome: Outcome, at = '') {
  if (outcome.status === 'done') {
    deps.flashes.leave(c, 'series.flashDone')
    return redirectTo(c, `${href(paths.series, { id })}${at}`)
  }
  const row = await requireSeries(c, deps)
  if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
  const step = 'step' in outcome ? outcome.step : 0
  const problem = translator(c.var.locale)(`series.problems.${outcome.status}`, { step })
  return showSeries(c, deps, row, { problem, status: 409 })
}

export interface Reply {
  problem?: string
  status?: PageStatus
}

export async function showSeries(
  c: Context<AuthEnv>,
  deps: SeriesDeps,
  row: SeriesRow,
  { problem, status }: Reply = {},
) {
  const view = await readSeriesView(c, deps, row)
  const page = <SeriesPage view={view} acts={deps.acts} flash={deps.flashes.take(c)} problem={problem} />
  return showPage(c, deps, page, { title: row.name, status })
}

export async function isUnattended(
  { db, sending, now }: Pick<SeriesDeps, 'db' | 'sending' | 'now'>,
  { state }: SeriesRow,
): Promise<boolean> {
  return sending.isConnected && state === 'running' && !(await hasSender(db, now()))
}

async function readSeriesView(c: Context<AuthEnv>, deps: SeriesDeps, row: SeriesRow): Promise<SeriesView> {
  const { db, sending } = deps
  const by = currentUser(c).id
  return {
    row,
    steps: await listSteps(db, row.id),
    people: await countPeople(db, row.id),
    clicked: row.clickedBroadcast === null ? undefined : (await findBroadcast(db, row.clickedBroadcast))?.name,
    history: await listHistory(db, seriesSubject(row).id, 30),
    isConnected: sending.isConnected,
    isUnattended: await isUnattended(deps, row),
    by,
    hasOwnChat: (await findOwnChat(db, by)) !== undefined,
  }
}
