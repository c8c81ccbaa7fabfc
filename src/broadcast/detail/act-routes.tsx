import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { slowDownText } from '../../account/outcome-text.ts'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { AppError, NotFoundError } from '../../http/errors.ts'
import { formatNumber } from '../../i18n/format.ts'
import { locales } from '../../i18n/locales.ts'
import { readMoment } from '../../i18n/moscow-time.ts'
import { type MessageKey, translator } from '../../i18n/translate.ts'
import { adminChanges } from '../../pages/admin-changes.ts'
import type { Flash } from '../../pages/flash.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { actRequest } from '../../users/act.ts'
import { cloneBroadcast, removeDraft } from '../acts/drafts.ts'
import {
  approveBroadcast,
  type BeginOutcome,
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  scheduleBroadcast,
  startBroadcast,
  unscheduleBroadcast,
} from '../acts/running.ts'
import { deleteSent, reactivateLost, resolveUnknown, retryFailed } from '../acts/tasks.ts'
import { maxTestChats, sendTest } from '../acts/test-send.ts'
import { readChats } from '../audience/audience.ts'
import { chooseWinner } from '../variants/advance-ab-test.ts'
import type { BeginFormValues } from './begin-form.tsx'
import { keepFormValues, requireBroadcast, showDetail } from './detail-routes.tsx'
import type { DetailDeps } from './detail-view.ts'

const revision = z.coerce.number().int()
const actForm = z.object({ act: z.enum(['unschedule', 'pause', 'resume', 'cancel', 'remove']) })
const sendingForm = z.object({
  revision,
  act: z.enum(['approve', 'start', 'schedule', 'winner', 'retry', 'assume', 'resend', 'reactivate', 'deleteSent']),
  confirmed: textField,
  at: textField,
  variant: z.coerce.number().int().catch(-1),
})

type Outcome = BeginOutcome | { status: 'own' }

/** Routes of acts. Each route acts on the broadcast in its URL, then shows this broadcast again. */
export function actRoutes(deps: DetailDeps) {
  const { guards, flashes } = deps
  return new Hono<AuthEnv>()
    .post(paths.broadcastAct, ...adminChanges(guards), async (c) => {
      const { act } = await requireForm(c, actForm)
      const id = c.req.param('id')
      const outcome = await quickActs[act](deps, actRequest(c), id)
      if (act !== 'remove' || outcome.status !== 'done') return answer(c, deps, id, outcome)
      flashes.leave(c, 'broadcast.flashRemoved')
      return redirectTo(c, paths.broadcasts)
    })
    .post(paths.broadcastSending, ...adminChanges(guards), keepFormValues, guards.stepUp, async (c) => {
      const { act, revision, confirmed, at, variant } = await requireForm(c, sendingForm)
      const id = c.req.param('id')
      const request = actRequest(c)
      if (act === 'winner') return answer(c, deps, id, await chooseWinner(deps, request, { id, variant }))
      if (act === 'approve') return answer(c, deps, id, await approveBroadcast(deps, request, { id, revision }))
      if (act === 'retry') return answer(c, deps, id, await retryFailed(deps, request, id))
      if (act === 'assume' || act === 'resend') {
        return answer(c, deps, id, await resolveUnknown(deps, request, { id, by: act }))
      }
      if (act === 'reactivate') return answer(c, deps, id, await reactivateLost(deps, request, id))
      if (act === 'deleteSent') return answer(c, deps, id, await deleteSent(deps, request, id))
      const typed = { confirmed, at }
      const begin = { id, revision, confirmed: sizeIn(confirmed) }
      if (act === 'start') return answer(c, deps, id, await startBroadcast(deps, request, begin), typed)
      const moment = readMoment(at)
      if (!(moment > deps.now())) {
        const error = { field: 'at', text: translator(c.var.locale)('broadcast.problems.at') } as const
        const row = await requireBroadcast(c, deps)
        return showDetail(c, deps, row, { typed: { ...typed, error }, status: 422 })
      }
      return answer(c, deps, id, await scheduleBroadcast(deps, request, { ...begin, at: moment }), typed)
    })
    .post(paths.broadcastCopy, ...adminChanges(guards), async (c) => {
      const t = translator(c.var.locale)
      const name = ({ name }: { name: string }) => t('broadcast.copyOf', { name })
      const outcome = await cloneBroadcast(deps, actRequest(c), {
        id: c.req.param('id'),
        name,
        key: await formKeyOf(c),
      })
      if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
      if (outcome.status === 'too-many') throw new AppError(409, t('broadcast.problems.tooMany'))
      flashes.leave(c, 'broadcast.flashCloned')
      return redirectTo(c, href(paths.broadcastEdit, { id: outcome.id }))
    })
}

const quickActs = {
  unschedule: unscheduleBroadcast,
  pause: pauseBroadcast,
  resume: resumeBroadcast,
  cancel: cancelBroadcast,
  remove: removeDraft,
}

async function answer(c: Context<AuthEnv>, deps: DetailDeps, id: string, outcome: Outcome, typed?: BeginFormValues) {
  if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
  if (outcome.status === 'done') {
    const done: Flash = 'broadcast.flashDone'
    deps.flashes.leave(c, done)
    return redirectTo(c, href(paths.broadcast, { id }))
  }
  const t = translator(c.var.locale)
  const row = await requireBroadcast(c, deps)
  if (outcome.status === 'unconfirmed' && typed) {
    const text = t('broadcast.problems.unconfirmed', { size: formatNumber(c.var.locale, outcome.size) })
    return showDetail(c, deps, row, { typed: { ...typed, error: { field: 'confirmed', text } }, status: 422 })
  }
  const key: MessageKey = `broadcast.problems.${outcome.status}`
  return showDetail(c, deps, row, { problem: t(key), typed, status: 409 })
}

/** Reads the size of an audience: digits with any separators between thousands. */
function sizeIn(text: string): number | undefined {
  const digits = text.replace(/[\s\u00a0\u202f.,']/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

const testForm = z.object({ locale: z.enum(locales), chats: textField })

export function testRoutes(deps: DetailDeps) {
  const { guards, flashes, tests } = deps
  return new Hono<AuthEnv>().post(paths.broadcastTest, ...adminChanges(guards), async (c) => {
    const row = await requireBroadcast(c, deps)
    const t = translator(c.var.locale)
    const { locale, chats: text } = await requireForm(c, testForm)
    const refuse = (error: string, status: 422 | 429) => showDetail(c, deps, row, { tested: { text, error }, status })
    const chats = readChats(text)
    if (!chats || chats.length === 0 || chats.length > maxTestChats) return refuse(t('broadcast.problems.chats'), 422)
    const waitMs = tests.take(currentUser(c).id, deps.now())
    if (waitMs > 0) return refuse(slowDownText(c, waitMs), 429)
    const outcome = await sendTest(deps, actRequest(c), { id: row.id, chats, locale, name: currentUser(c).name })
    if (outcome.status === 'said') {
      flashes.leave(c, 'broadcast.flashTested')
      return redirectTo(c, href(paths.broadcast, { id: row.id }))
    }
    if (outcome.status === 'missing') throw new NotFoundError(fullPath(c))
    if (outcome.status === 'unsubscribed') {
      return refuse(t('broadcast.problems.unsubscribed', { chats: outcome.chats.join(', ') }), 422)
    }
    return showDetail(c, deps, row, { problem: t(`broadcast.problems.${outcome.status}`), status: 409 })
  })
}
