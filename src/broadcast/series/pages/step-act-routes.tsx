import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { slowDownText } from '../../../account/outcome-text.ts'
import { type AuthEnv, currentUser } from '../../../auth/middleware.ts'
import { locales } from '../../../i18n/locales.ts'
import { translator } from '../../../i18n/translate.ts'
import { adminChanges, stepUpAdminChanges } from '../../../pages/admin-changes.ts'
import { requireForm } from '../../../pages/parse-form.ts'
import { redirectTo } from '../../../pages/redirects.ts'
import { href, paths } from '../../../paths.ts'
import { actRequest } from '../../../users/act.ts'
import { sendTest } from '../../acts/test-send.ts'
import type { BroadcastRow } from '../../broadcast.ts'
import { findOwnChat } from '../../detail/detail-queries.ts'
import { approveStep } from '../approve-step.ts'
import { seriesSubject } from '../edit-series.ts'
import { moveStep, removeStep } from '../edit-steps.ts'
import type { SeriesRow } from '../series.ts'
import { answer, requireSeries, type SeriesDeps, showSeries } from './series-page-routes.tsx'
import { requireStep } from './step-routes.tsx'

/** Id of the step that was shown, because another step may be in its place by now. */
const shown = z.object({ id: z.string() })
const placeForm = shown.extend({ way: z.enum(['up', 'down']) })
const approvalForm = shown.extend({ revision: z.coerce.number().int() })
const testForm = z.object({ locale: z.enum(locales) })

/** Routes of acts on steps. Each route acts on a step of the series in its URL, then shows the series again. */
export function stepActRoutes(deps: SeriesDeps) {
  const { guards } = deps
  const stale = { status: 'stale' } as const
  return new Hono<AuthEnv>()
    .post(paths.seriesStepRemoval, ...adminChanges(guards), async (c) => {
      const { row, step } = await requirePlace(c, deps)
      const { id } = await requireForm(c, shown)
      if (step.id !== id) return answer(c, deps, row.id, stale)
      return answer(c, deps, row.id, await removeStep(deps, actRequest(c), { seriesId: row.id, step }))
    })
    .post(paths.seriesStepPlace, ...adminChanges(guards), async (c) => {
      const { row, step } = await requirePlace(c, deps)
      const { id, way } = await requireForm(c, placeForm)
      if (step.id !== id) return answer(c, deps, row.id, stale)
      const by = way === 'up' ? -1 : 1
      const outcome = await moveStep(deps, actRequest(c), { seriesId: row.id, step, by })
      return answer(c, deps, row.id, outcome, `#step-${(step.seriesPosition ?? 0) + by + 1}`)
    })
    .post(paths.seriesStepApproval, ...stepUpAdminChanges(guards), async (c) => {
      const { row, step } = await requirePlace(c, deps)
      const { id, revision } = await requireForm(c, approvalForm)
      if (step.id !== id) return answer(c, deps, row.id, stale)
      return answer(c, deps, row.id, await approveStep(deps, actRequest(c), { seriesId: row.id, step, revision }))
    })
    .post(paths.seriesStepTest, ...adminChanges(guards), async (c) => {
      const { row, step } = await requirePlace(c, deps)
      const { locale } = await requireForm(c, testForm)
      return testStep(c, deps, { row, step, locale })
    })
}

async function requirePlace(c: Context<AuthEnv>, deps: SeriesDeps): Promise<{ row: SeriesRow; step: BroadcastRow }> {
  const row = await requireSeries(c, deps)
  return { row, step: await requireStep(c, deps, row) }
}

interface StepTest {
  row: SeriesRow
  step: BroadcastRow
  locale: (typeof locales)[number]
}

async function testStep(c: Context<AuthEnv>, deps: SeriesDeps, { row, step, locale }: StepTest) {
  const t = translator(c.var.locale)
  const user = currentUser(c)
  const chat = await findOwnChat(deps.db, user.id)
  if (!chat) return showSeries(c, deps, row, { problem: t('series.testNotLinked'), status: 409 })
  const waitMs = deps.tests.take(user.id, deps.now())
  if (waitMs > 0) return showSeries(c, deps, row, { problem: slowDownText(c, waitMs), status: 429 })
  const to = { id: step.id, chats: [chat.chatId], locale, name: user.name, subject: seriesSubject(row) }
  const outcome = await sendTest(deps, actRequest(c), to)
  switch (outcome.status) {
    case 'said':
      deps.flashes.leave(c, 'series.flashTested')
      return redirectTo(c, href(paths.series, { id: row.id }))
    case 'faulty': {
      const problem = t('series.problems.faulty', { step: (step.seriesPosition ?? 0) + 1 })
      return showSeries(c, deps, row, { problem, status: 409 })
    }
    case 'crowded':
      return showSeries(c, deps, row, { problem: t('broadcast.problems.crowded'), status: 409 })
    case 'missing':
    case 'unsubscribed':
      return showSeries(c, deps, row, { problem: t('series.problems.stale'), status: 409 })
  }
}
