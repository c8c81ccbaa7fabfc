import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../../auth/middleware.ts'
import { NotFoundError } from '../../../http/errors.ts'
import type { ProgressEvent, ProgressStreams } from '../../../http/progress-stream.ts'
import { renderPartial, wantsPartial } from '../../../http/render.tsx'
import { localised } from '../../../i18n/locales.ts'
import { translator } from '../../../i18n/translate.ts'
import type { RateLimit } from '../../../limits/rate-limit.ts'
import { redirectTo } from '../../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../../pages/show-page.ts'
import { href, paths } from '../../../paths.ts'
import { fullPath } from '../../../shell/address.ts'
import { listHistory } from '../../../users/audit/audit-queries.ts'
import type { BroadcastDeps } from '../../broadcast-deps.ts'
import { findBroadcast } from '../../broadcast-queries.ts'
import { hasSender } from '../../delivery/sender-presence.ts'
import { changeOfBroadcast } from '../../detail/change-of-broadcast.ts'
import { findOwnChat } from '../../detail/detail-queries.ts'
import type { ApproveStepOutcome } from '../approve-step.ts'
import { type StartOutcome, seriesSubject } from '../edit-series.ts'
import { countPeople } from '../people-queries.ts'
import type { SeriesRow } from '../series.ts'
import { findSeries } from '../series-queries.ts'
import { listSteps } from '../step-queries.ts'
import { SeriesActs, seriesVersionOf } from './series-acts-region.tsx'
import { SeriesPage, type SeriesView } from './series-page.tsx'
import { SeriesProgress, type SeriesProgressView } from './series-progress-region.tsx'

export interface SeriesDeps extends BroadcastDeps {
  watching: ProgressStreams
  tests: RateLimit
}

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

async function isUnattended(
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

export function seriesProgressRoutes({ watching, ...deps }: SeriesDeps) {
  const { db, guards } = deps
  const seen = async (row: SeriesRow): Promise<SeriesSnapshot> => {
    const [steps, people] = [await listSteps(db, row.id), await countPeople(db, row.id)]
    return { row, steps, people, isUnattended: await isUnattended(deps, row) }
  }
  const look = async (id: string) => {
    const row = await findSeries(db, id)
    return row && seen(row)
  }
  return new Hono<AuthEnv>().get(paths.seriesProgress, guards.admin, async (c) => {
    const row = await requireSeries(c, deps)
    return watching.stream(c, { first: await seen(row), look: () => look(row.id), changeBetween: changeOfSeries })
  })
}

interface SeriesSnapshot extends SeriesProgressView {
  isUnattended: boolean
}

export function changeOfSeries(from: SeriesSnapshot, to: SeriesSnapshot): ProgressEvent | undefined {
  if (from.isUnattended !== to.isUnattended) return 'state'
  if (from.row.revision !== to.row.revision || from.steps.length !== to.steps.length) return 'state'
  const changes = to.steps.map((step, at) => {
    const before = from.steps[at]
    return before?.id === step.id ? changeOfBroadcast(before, step) : 'state'
  })
  if (changes.includes('state')) return 'state'
  const places = ({ people }: SeriesProgressView) => JSON.stringify(people)
  return changes.includes('counters') || places(from) !== places(to) ? 'counters' : undefined
}
