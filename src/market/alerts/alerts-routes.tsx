import { Hono } from 'hono'
import { emptyForm, type FormState } from '../../auth/form-state.ts'
import type { AuthEnv } from '../../auth/middleware.ts'
import { readForm, type ShownPage, showPage, wordsOf } from '../../auth/page-context.tsx'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { href, paths } from '../../paths.ts'
import { showAsset } from '../enigma/asset-routes.tsx'
import type { EnigmaDeps } from '../enigma/enigma-deps.ts'
import { type EnigmaContext, forChanges, goBack, instrumentOf, userIdOf } from '../enigma/page-context.ts'
import { formatPrice } from '../price-format.ts'
import type { AlertFields } from './alert-form.ts'
import { AlertNewsList } from './alert-news.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { type MadeAlert, makeAlert } from './make-alert.ts'
import { deleteAlert, listAlerts, listUnseen, markSeen, mostAlerts } from './queries.ts'

/** Most that is told at once; what is left comes when that has been seen. */
const mostNews = 5

/** Alerts of whoever is signed in, in one language; behind the guard of everything below `/app`. */
export function alertsRoutes(deps: EnigmaDeps) {
  const { market, guards, onAlertMade } = deps
  const { db, now } = guards.auth

  const showAlerts = async (c: EnigmaContext, form: FormState, status?: ShownPage['status']) => {
    const alerts = await listAlerts(db, userIdOf(c), 2 * mostAlerts)
    const page = <AlertsPage alerts={alerts} form={form} instruments={market.instruments} />
    const t = wordsOf(c)
    return showPage(c, deps, page, {
      title: t('enigma.alerts.title'),
      description: t('enigma.alerts.description'),
      status,
    })
  }
  const make = (c: EnigmaContext, fields: AlertFields) =>
    makeAlert({ db, market, onMade: onAlertMade, now }, { userId: userIdOf(c), locale: c.var.locale, fields })
  /** The form as it was sent, with what is wrong with it in words. */
  const refused = (c: EnigmaContext, fields: AlertFields, outcome: Exclude<MadeAlert, { status: 'made' }>) => {
    const t = wordsOf(c)
    const form: FormState = { ...emptyForm, values: { ...fields } }
    if (outcome.status === 'too-many') return { ...form, problem: t('enigma.alerts.tooMany') }
    const digits = market.instrument(fields.asset)?.priceDigits ?? 2
    const price = formatPrice(c.var.locale, market.current(fields.asset, 1)?.close ?? 0, digits)
    const errors = Object.entries(outcome.faults).map(([name, fault]) => [name, t(`enigma.alerts.${fault}`, { price })])
    return { ...form, errors: Object.fromEntries(errors) }
  }
  const showNews = async (c: EnigmaContext) => {
    const alerts = await listUnseen(db, userIdOf(c), mostNews)
    return renderPartial(c, <AlertNewsList alerts={alerts} instrument={market.instrument} />)
  }

  return new Hono<AuthEnv>()
    .get(paths.alerts, (c) => showAlerts(c, emptyForm))
    .post(paths.alerts, ...forChanges, async (c) => {
      const fields = await readFields(c)
      const outcome = await make(c, fields)
      if (outcome.status === 'made') return goBack(c, deps, paths.alerts, paths.alerts)
      return showAlerts(c, refused(c, fields, outcome), 422)
    })
    .post(paths.enigmaAlerts, ...forChanges, async (c) => {
      const instrument = instrumentOf(c, deps)
      const { asset } = instrument
      const fields = { ...(await readFields(c)), asset }
      const outcome = await make(c, fields)
      const page = href(paths.enigmaAsset, { asset })
      if (outcome.status === 'made') return goBack(c, deps, page, page)
      return showAsset(c, deps, instrument, refused(c, fields, outcome), 422)
    })
    .get(paths.alertNews, showNews)
    .post(paths.alertSeen, ...forChanges, async (c) => {
      const { id = [] } = await c.req.parseBody({ all: true })
      const ids = [id].flat().filter((value) => typeof value === 'string')
      await markSeen(db, userIdOf(c), ids.slice(0, 2 * mostAlerts), now())
      return wantsPartial(c) ? showNews(c) : goBack(c, deps, paths.alerts, paths.alerts)
    })
    .post(paths.alertRemoval, ...forChanges, async (c) => {
      // One that is gone already, in another tab perhaps, is what was wanted.
      await deleteAlert(db, userIdOf(c), c.req.param('id'))
      return goBack(c, deps, (await readForm(c))('back'), paths.alerts)
    })
}

async function readFields(c: EnigmaContext): Promise<AlertFields> {
  const field = await readForm(c)
  return { asset: field('asset'), kind: field('kind'), value: field('value'), note: field('note') }
}
