import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentSession, currentUser } from '../auth/middleware.ts'
import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import { wantsJson } from '../http/page-format.ts'
import { problem } from '../http/problem.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import type { Market } from '../market/market.ts'
import { formKeyOf } from '../pages/form-key.tsx'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { ownChanges } from '../pages/own-changes.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { manyField, requireForm, textField } from '../pages/parse-form.ts'
import { redirectBack, redirectTo } from '../pages/redirects.ts'
import { type PageStatus, showPage } from '../pages/show-page.ts'
import { readUndo, signUndo, type UndoScope, undoForm } from '../pages/undo-token.ts'
import { href, paths } from '../paths.ts'
import { listsAll, UnseenAlerts } from '../ui/notifications/notifications.tsx'
import { alertFields } from './alert-form.ts'
import { AlertNewsBar, NotificationList } from './alert-news.tsx'
import { ruleText } from './alert-words.ts'
import { AlertsPage } from './alerts-page.tsx'
import { createAlert, moveAlert, refusedAlert, restoreMoved } from './create-alert.ts'
import { vapidKeysOf } from './push/vapid.ts'
import { deleteAlert, insertAlert, listAlerts, listUnseen, markSeen, markUnseen, maxAlerts } from './queries.ts'
import { alertCreated, alertGone, alertSchema } from './topics.ts'

const alertUndo = z.union([
  z.object({ deleted: alertSchema }),
  /** Time at which alerts were marked as seen, ms UTC */
  z.object({ seenAt: z.number() }),
  z.object({ moved: alertSchema }),
])

type AlertUndo = z.infer<typeof alertUndo>

interface UndoAlertDeps {
  db: Db
  events: Pick<Events, 'emit'>
  auth: Pick<UndoScope, 'secret'>
  now(): number
}

function signAlertUndo(deps: Omit<UndoAlertDeps, 'db' | 'events'>, userId: string, undo: AlertUndo): string {
  return signUndo(scopeOf(deps, userId), undo)
}

export type UndoAlertOutcome = 'undone' | 'late' | 'refused'

/** Undoes an action on an alert. `refused`: meanwhile an equal alert exists, or the maximum number of alerts. */
async function undoAlertAct(
  deps: UndoAlertDeps,
  { userId, token }: { userId: string; token: string },
): Promise<UndoAlertOutcome> {
  const { db, events, now } = deps
  const undo = readUndo(scopeOf(deps, userId), token, alertUndo)
  if (!undo) return 'late'
  if ('seenAt' in undo) {
    await markUnseen(db, userId, undo.seenAt)
    return 'undone'
  }
  if ('moved' in undo) return 'late'
  const { deleted } = undo
  const isWaiting = deleted.firedAt === null
  // Other processes find new alerts by id, and ids start with their creation time, so a restored alert gets a new id.
  const alert = isWaiting ? { ...deleted, id: Bun.randomUUIDv7('hex', now()) } : deleted
  const isMade = (await insertAlert(db, alert)) === 'made'
  if (isMade && isWaiting) events.emit(alertCreated, alert)
  return isMade ? 'undone' : 'refused'
}

function scopeOf({ auth: { secret }, now }: Omit<UndoAlertDeps, 'db' | 'events'>, actorId: string): UndoScope {
  return { secret, act: 'alert', actorId, now: now() }
}

export interface AlertsDeps extends PageDeps {
  market: Market
  events: Events
  auth: UndoAlertDeps['auth']
}

const seenForm = z.object({ id: manyField })
/** `undo`: token of the answer to a move, which undoes it */
const moveForm = z.object({ price: textField, undo: textField })
const removalForm = z.object({ back: textField })
const undoing = undoForm.extend({ back: textField })
const undoFlashes = { undone: 'alerts.flashUndone', late: 'alerts.flashLate', refused: 'alerts.flashRefused' } as const

const noStore = { 'cache-control': 'no-store' }

function firstProblem({ problem, errors }: FormState): string {
  return problem ?? Object.values(errors).find(Boolean) ?? ''
}

/** Fills the form from a link, such as one of the command palette. Unknown values are refused when the form is sent. */
function filledForm({ asset = '', kind = '', value = '' }: Record<string, string>): FormState {
  return { ...emptyForm, values: { asset, kind, value: value.slice(0, 40) } }
}

export function alertsRoutes(deps: AlertsDeps) {
  const { market, guards, db, now, events, flashes } = deps
  const changes = ownChanges(guards)
  const { publicKey } = vapidKeysOf(deps.auth.secret)

  const showAlerts = async (c: Context<AuthEnv>, form: FormState, status?: PageStatus) => {
    const alerts = await listAlerts(db, currentUser(c).id, 2 * maxAlerts)
    const shown = { alerts, form, now: now(), instruments: market.instruments, state: market.state() }
    const page = <AlertsPage {...shown} pushKey={keyFor(c, publicKey)} flashes={flashes.takeUndoable(c, 'alerts')} />
    const t = translator(c.var.locale)
    const [title, description] = [t('alerts.title'), t('alerts.description')]
    return showPage(c, deps, page, { title, description, status })
  }
  const showNews = async (c: Context<AuthEnv>) => {
    const alerts = await listUnseen(db, currentUser(c).id, maxAlerts)
    const listed = c.req.query('listed')
    const news = listed === listsAll ? [] : alerts.filter(({ asset }) => asset !== listed)
    const { instrument } = market
    const region = (
      <>
        <AlertNewsBar alerts={news} instrument={instrument} />
        <UnseenAlerts total={alerts.length} firedAt={alerts.at(-1)?.firedAt ?? undefined} isOutOfBand />
        <NotificationList alerts={alerts} instrument={instrument} />
      </>
    )
    return renderPartial(c, region)
  }

  return new Hono<AuthEnv>()
    .route('/', alertMoves(deps))
    .get(paths.alerts, guards.auth, (c) => showAlerts(c, filledForm(c.req.query())))
    .post(paths.alerts, ...changes, async (c) => {
      const fields = await requireForm(c, alertFields)
      const request = { userId: currentUser(c).id, locale: c.var.locale, fields, key: await formKeyOf(c) }
      const outcome = await createAlert({ db, market, events, now }, request)
      if (outcome.status === 'made') {
        if (wantsJson(c.req.raw)) return c.json({ id: outcome.id }, 201, noStore)
        flashes.leave(c, 'alerts.flashMade')
        return redirectTo(c, paths.alerts)
      }
      const form = refusedAlert(c.var.locale, market, fields, outcome)
      return wantsJson(c.req.raw) ? problem(c, 422, firstProblem(form)) : showAlerts(c, form, 422)
    })
    .get(paths.alertNews, guards.auth, showNews)
    .post(paths.alertSeen, ...changes, async (c) => {
      const { id: ids } = await requireForm(c, seenForm)
      const [userId, seenAt] = [currentUser(c).id, now()]
      await markSeen(db, userId, ids.slice(0, 2 * maxAlerts), seenAt)
      if (wantsPartial(c)) return showNews(c)
      flashes.leave(c, 'alerts.flashSeen', { undo: signAlertUndo(deps, userId, { seenAt }) })
      return redirectTo(c, paths.alerts)
    })
    .post(paths.alertRemoval, ...changes, async (c) => {
      const { back } = await requireForm(c, removalForm)
      const userId = currentUser(c).id
      const deleted = await deleteAlert(db, userId, c.req.param('id'))
      if (deleted) events.emit(alertGone, deleted)
      if (wantsJson(c.req.raw)) return c.json({ isDeleted: deleted !== undefined }, 200, noStore)
      // The alert is already deleted, perhaps from another tab: the result is as intended.
      if (deleted) {
        const { locale } = c.var
        const instrument = market.instrument(deleted.asset)
        const about = ruleText(deleted, { locale, t: translator(locale), instrument })
        flashes.leave(c, 'alerts.flashDeleted', { about, undo: signAlertUndo(deps, userId, { deleted }) })
      }
      return redirectBack(c, deps, back, paths.alerts)
    })
    .post(paths.alertUndo, ...changes, async (c) => {
      const { undo: token, back } = await requireForm(c, undoing)
      const outcome = await undoAlertAct(deps, { userId: currentUser(c).id, token })
      flashes.leave(c, undoFlashes[outcome], { used: token })
      return redirectBack(c, deps, back, paths.alerts)
    })
}

/** An administrator who acts as the user must not turn notifications of the own browser on or off. */
function keyFor(c: Context<AuthEnv>, publicKey: string): string | undefined {
  return currentSession(c).impersonatorId === null ? publicKey : undefined
}

/** Moves alerts for scripts, which show the price of an alert as a line of a chart. */
function alertMoves(deps: AlertsDeps) {
  const { market } = deps
  return new Hono<AuthEnv>().post(paths.alertMove, ...ownChanges(deps.guards), async (c) => {
    const { price, undo: token } = await requireForm(c, moveForm)
    const { locale } = c.var
    const place = { userId: currentUser(c).id, id: c.req.param('id') }
    const undo = token === '' ? undefined : readUndo(scopeOf(deps, place.userId), token, alertUndo)
    if (token !== '' && !(undo && 'moved' in undo)) return problem(c, 422, translator(locale)('alerts.flashLate'))
    const outcome =
      undo && 'moved' in undo
        ? await restoreMoved(deps, { ...place, former: undo.moved })
        : await moveAlert(deps, { ...place, locale, price })
    if (outcome.status === 'gone') return problem(c, 422, translator(locale)('alerts.gone'))
    if (outcome.status === 'faulty') {
      const form = refusedAlert(locale, market, { asset: outcome.asset }, outcome)
      return problem(c, 422, firstProblem(form))
    }
    const { id, former } = outcome
    const answer = {
      address: localised(locale, href(paths.alertMove, { id })),
      undo: signAlertUndo(deps, place.userId, { moved: former }),
    }
    return c.json(answer, 200, noStore)
  })
}
