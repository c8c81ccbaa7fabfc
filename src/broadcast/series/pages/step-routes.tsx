import { type Context, Hono } from 'hono'
import { type AuthEnv, currentUser } from '../../../auth/middleware.ts'
import { readForm } from '../../../http/body.ts'
import { NotFoundError } from '../../../http/errors.ts'
import { translator } from '../../../i18n/translate.ts'
import { adminChanges } from '../../../pages/admin-changes.ts'
import { formKeyOf } from '../../../pages/form-key.tsx'
import { redirectTo } from '../../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../../pages/show-page.ts'
import { href, paths } from '../../../paths.ts'
import { fullPath } from '../../../shell/address.ts'
import { checkMessage } from '../../../telegram/message/check-message.ts'
import { actRequest } from '../../../users/act.ts'
import type { BroadcastRow } from '../../broadcast.ts'
import { type BroadcastContent, type ContentProblem, readContent } from '../../content.ts'
import { emptyContent, messageFormBytes, readMessageFields } from '../../editor/read-message.ts'
import { listTemplates } from '../../templates/templates.ts'
import { addStep, editStep, type StepOutcome } from '../edit-steps.ts'
import { isSeriesActPossible, type SeriesRow } from '../series.ts'
import { listSteps } from '../step-queries.ts'
import { delayOf, readDelay, revisionIn, type SeriesErrors, type SeriesValues, seriesValuesIn } from './series-form.ts'
import { answer, requireSeries, type SeriesDeps } from './series-page-routes.tsx'
import { StepPage } from './step-page.tsx'

export function stepRoutes(deps: SeriesDeps) {
  const { guards } = deps
  const changes = adminChanges(guards, messageFormBytes)
  return new Hono<AuthEnv>()
    .get(paths.newSeriesStep, guards.admin, async (c) => {
      const row = await requireSeries(c, deps)
      return showStep(c, deps, { row, values: { delay: '0' }, content: emptyContent })
    })
    .post(paths.newSeriesStep, ...changes, async (c) => {
      const row = await requireSeries(c, deps)
      const sent = await readStep(c, deps)
      if (sent.status !== 200 || sent.isChange) return showStep(c, deps, { row, ...sent })
      const { content, delayMinutes, needsApproval } = sent
      const draft = { content, delayMinutes, needsApproval, key: await formKeyOf(c) }
      return answerStep(c, deps, row, await addStep(deps, actRequest(c), { seriesId: row.id, ...draft }))
    })
    .get(paths.seriesStep, guards.admin, async (c) => {
      const row = await requireSeries(c, deps)
      const step = await requireStep(c, deps, row)
      if (!isSeriesActPossible('edit', row)) return redirectTo(c, href(paths.series, { id: row.id }))
      const { count, unit } = delayOf(step.delayMinutes ?? 0)
      const content = readContent(step.content)
      const problems = checkMessage(content)
      return showStep(c, deps, { row, step, values: { delay: String(count), unit }, content, problems })
    })
    .post(paths.seriesStep, ...changes, async (c) => {
      const row = await requireSeries(c, deps)
      const sent = await readStep(c, deps)
      const step = await requireStep(c, deps, row, sent.id)
      const { content, delayMinutes, needsApproval, revision } = sent
      if (sent.status !== 200 || sent.isChange) return showStep(c, deps, { row, step, ...sent })
      const draft = { revision, content, delayMinutes, needsApproval }
      const outcome = await editStep(deps, actRequest(c), { seriesId: row.id, step, ...draft })
      if (outcome.status !== 'stale') return answerStep(c, deps, row, outcome)
      const problem = translator(c.var.locale)('series.problems.staleStep')
      return showStep(c, deps, { row, step, ...sent, revision: step.revision, problem, status: 409 })
    })
}

async function answerStep(c: Context<AuthEnv>, deps: SeriesDeps, row: SeriesRow, outcome: StepOutcome) {
  if (outcome.status !== 'full') return answer(c, deps, row.id, outcome)
  const problem = translator(c.var.locale)('series.problems.fullSteps')
  return showStep(c, deps, { row, values: {}, content: emptyContent, problem, status: 409 })
}

/** Finds a step. @param id  id of the step that was shown, wherever the step is by now @throws NotFoundError */
export async function requireStep(
  c: Context<AuthEnv>,
  { db }: SeriesDeps,
  row: SeriesRow,
  id?: string,
): Promise<BroadcastRow> {
  const steps = await listSteps(db, row.id)
  const step = id === undefined ? steps[Number(c.req.param('step')) - 1] : steps.find((each) => each.id === id)
  if (!step) throw new NotFoundError(fullPath(c))
  return step
}

interface SentStep {
  /** Id and revision of the step that was shown; a new step has neither */
  id: string | undefined
  revision: number
  values: SeriesValues
  errors: SeriesErrors
  content: BroadcastContent
  problems: ContentProblem[]
  delayMinutes: number
  needsApproval: boolean
  isChange: boolean
  status: PageStatus
}

async function readStep(c: Context<AuthEnv>, { db }: SeriesDeps): Promise<SentStep> {
  const form = await readForm(c)
  const values = seriesValuesIn(form)
  const { content, problems, isChange } = readMessageFields(form, await listTemplates(db))
  const delay = readDelay(values)
  const errors: SeriesErrors = delay === undefined && !isChange ? { delay: 'series.problems.delay' } : {}
  const isFaulty = delay === undefined || problems.some(({ isNote }) => !isNote)
  const status = isFaulty && !isChange ? 422 : 200
  const needsApproval = values.needsApproval === 'on'
  const shown = { id: typeof form.id === 'string' ? form.id : undefined, revision: revisionIn(form) }
  return { ...shown, values, errors, content, problems, delayMinutes: delay ?? 0, needsApproval, isChange, status }
}

interface ShownStep extends Pick<SentStep, 'values' | 'content'> {
  row: SeriesRow
  step?: BroadcastRow
  /** Revision in the form; by default the current revision of the step */
  revision?: number
  errors?: SeriesErrors
  problems?: ContentProblem[]
  problem?: string
  status?: PageStatus
}

async function showStep(c: Context<AuthEnv>, deps: SeriesDeps, shown: ShownStep) {
  const { row, step, values, content, errors = {}, problems = [], status } = shown
  const t = translator(c.var.locale)
  const problem = shown.problem ?? (status === 422 ? t('broadcast.form.faulty') : undefined)
  const number = (step?.seriesPosition ?? 0) + 1
  const place = { id: row.id, step: String(number) }
  const title = step ? t('series.step', { step: number }) : t('series.addStep')
  const autosave = { key: `${currentUser(c).id} ${step?.id ?? `${row.id} new`}` }
  const page = (
    <StepPage
      row={row}
      title={title}
      path={step ? href(paths.seriesStep, place) : href(paths.newSeriesStep, { id: row.id })}
      message={{ content, problems, templates: await listTemplates(deps.db), autosave }}
      shown={step && { id: step.id, revision: shown.revision ?? step.revision }}
      removal={
        step && isSeriesActPossible('arrange', row)
          ? { path: href(paths.seriesStepRemoval, place), id: step.id }
          : undefined
      }
      problem={problem}
      isHeld={step?.needsApproval ?? false}
      values={values}
      errors={errors}
    />
  )
  // The page is loaded as a whole, because the editor saves unsaved changes when the page is left.
  return showPage(c, deps, page, { title: `${title} · ${row.name}`, status, isLoadedWhole: true })
}
