import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import type { Events } from '../events/events.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { translator } from '../i18n/translate.ts'
import type { Market } from '../market/market.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { ownChanges } from '../pages/own-changes.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { manyField, requireForm, textField } from '../pages/parse-form.ts'
import { redirectBack, redirectTo } from '../pages/redirects.ts'
import { type PageStatus, showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { UnseenAlerts } from '../ui/unseen-alerts.tsx'
import { alertFields } from './alert-form.ts'
import { AlertNewsList } from './alert-news.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { makeAlert } from './make-alert.ts'
import { deleteAlert, listAlerts, listUnseen, markSeen, maxAlerts } from './queries.ts'
import { refusedAlert } from './refused-alert.ts'

export interface AlertsDeps extends PageDeps {
  market: Market
  events: Events
}

/** Shown at once; the rest follows when these have been seen. */
const maxNews = 5

const seenForm = z.object({ id: manyField })
const removalForm = z.object({ back: textField })

export function alertsRoutes(deps: AlertsDeps) {
  const { market, guards, db, now, events } = deps
  const changes = ownChanges(guards)

  const showAlerts = async (c: Context<AuthEnv>, form: FormState, status?: PageStatus) => {
    const alerts = await listAlerts(db, currentUser(c).id, 2 * maxAlerts)
    const page = <AlertsPage alerts={alerts} form={form} instruments={market.instruments} />
    const t = translator(c.var.locale)
    const [title, description] = [t('alerts.title'), t('alerts.description')]
    return showPage(c, deps, page, { title, description, status })
  }
  const showNews = async (c: Context<AuthEnv>) => {
    const alerts = await listUnseen(db, currentUser(c).id, maxAlerts)
    const region = (
      <>
        <AlertNewsList alerts={alerts.slice(0, maxNews)} total={alerts.length} instrument={market.instrument} />
        <UnseenAlerts total={alerts.length} isCompanion />
      </>
    )
    return renderPartial(c, region)
  }

  return new Hono<AuthEnv>()
    .get(paths.alerts, guards.auth, (c) => showAlerts(c, emptyForm))
    .post(paths.alerts, ...changes, async (c) => {
      const fields = await requireForm(c, alertFields)
      const request = { userId: currentUser(c).id, locale: c.var.locale, fields }
      const outcome = await makeAlert({ db, market, events, now }, request)
      if (outcome.status === 'made') return redirectTo(c, paths.alerts)
      return showAlerts(c, refusedAlert(c.var.locale, market, fields, outcome), 422)
    })
    .get(paths.alertNews, guards.auth, showNews)
    .post(paths.alertSeen, ...changes, async (c) => {
      const { id: ids } = await requireForm(c, seenForm)
      await markSeen(db, currentUser(c).id, ids.slice(0, 2 * maxAlerts), now())
      return wantsPartial(c) ? showNews(c) : redirectTo(c, paths.alerts)
    })
    .post(paths.alertRemoval, ...changes, async (c) => {
      const { back } = await requireForm(c, removalForm)
      // Already gone, in another tab perhaps: that is what was wanted.
      await deleteAlert(db, currentUser(c).id, c.req.param('id'))
      return redirectBack(c, deps, back, paths.alerts)
    })
}
