import { Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import type { Events } from '../events/events.ts'
import { AppError, NotFoundError } from '../http/errors.ts'
import { limitRate } from '../http/limit-rate.ts'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { assetMeant, pairOf } from '../market/instrument.ts'
import type { Market } from '../market/market.ts'
import { ownChanges } from '../pages/own-changes.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import { findSettings, saveSettings } from '../pages/settings-queries.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../shell/address.ts'
import { readColors } from './canvas/palette.ts'
import { chartQuery, momentIn, parseChartState, replayIn } from './chart-state.ts'
import { ChartsPage, OpenChartPage } from './charts-page.tsx'
import { findWorkspace } from './layout/saved-layouts.ts'
import { loadChartProps, loadChartScreen } from './load-chart-props.ts'
import { refusedIndicators, withAddedIndicator } from './read-indicators.ts'

export interface ChartsDeps extends PageDeps {
  market: Market
  events: Events
}

const colorsForm = z.object({ reset: textField, back: textField }).catchall(textField)

export function chartsRoutes(deps: ChartsDeps) {
  const { market, guards, db, events, now } = deps
  const initialAsset = market.instruments[0]?.asset ?? ''
  return new Hono<AuthEnv>()
    .route('/', openChartRoutes(deps))
    .get(paths.charts, guards.auth, async (c) => {
      const { locale } = c.var
      const userId = currentUser(c).id
      const query = new URL(c.req.url).searchParams
      const asset = assetMeant(market, query.get('asset') ?? '')
      if (asset !== undefined) {
        query.set('asset', asset)
        return c.redirect(`${localised(locale, paths.charts)}?${query}`, 301)
      }
      const moment = momentIn(query, now())
      const replay = replayIn(query, now())
      const workspace = await findWorkspace(db, userId, { query, replay }, market)
      const [state = parseChartState(query, initialAsset)] = workspace?.arrangement.charts ?? []
      if (!workspace) throw new NotFoundError(fullPath(c))
      const added = withAddedIndicator(state, query)
      if (added) return redirectTo(c, paths.charts + chartQuery(added))
      const instrument = market.instrument(state.asset)
      if (!instrument && market.instruments.length > 0) throw new NotFoundError(`${c.req.path}?asset=${state.asset}`)
      const settings = await findSettings(db, userId, 'charts')
      const t = translator(locale)
      const refused = refusedIndicators(query).map(nameOfRefused).join(', ')
      const notice = refused && t('charts.indicatorsRefused', { names: refused })
      const screen = await loadChartScreen(market, { locale, state, settings, workspace, moment, replay, notice })
      const title = instrument ? t('charts.pageTitle', { pair: pairOf(instrument) }) : t('charts.title')
      // Leaving this page needs a full page load, because its code saves pending drawings and layouts when the page
      // unloads.
      const options = { title, description: t('auth.description'), isLeftWhole: true }
      return showPage(c, deps, <ChartsPage screen={screen} />, options)
    })
    .post(paths.chartColors, ...ownChanges(guards), async (c) => {
      const form = await requireForm(c, colorsForm)
      const colors = form.reset === 'yes' ? {} : readColors((name) => form[name] ?? '')
      if (!colors) throw new AppError(400, translator(c.var.locale)('charts.colorsRefused'))
      await saveSettings({ db, events }, currentUser(c).id, 'charts', JSON.stringify(colors), now())
      // The form's `back` is used only as a query of this page, so it cannot redirect to another site.
      const back = new URLSearchParams(form.back.replace(/^\?/, ''))
      return redirectTo(c, paths.charts + chartQuery(parseChartState(back, initialAsset)))
    })
}

/** Writes `sma:9@rsi:14` as `SMA:9 (rsi:14)`, as it was given: it may be no indicator at all. */
function nameOfRefused(text: string): string {
  const [own = '', ...source] = text.slice(0, 120).split('@')
  return `${own.toUpperCase()} (${source.join('@')})`
}

/** Creates the routes of the chart for visitors without an account; signed-in users get the full charts page. */
function openChartRoutes(deps: ChartsDeps) {
  const { market, guards, now, shell } = deps
  const looking = limitRate(guards.visitor, { burst: 120, everyMs: 100, now })
  return new Hono<AuthEnv>().get(paths.openChart, looking, async (c) => {
    const { locale, viewer } = c.var
    const query = new URL(c.req.url).searchParams
    const meant = assetMeant(market, query.get('asset') ?? '')
    if (meant !== undefined) {
      query.set('asset', meant)
      return c.redirect(`${localised(locale, paths.openChart)}?${query}`, 301)
    }
    const { asset, tf } = parseChartState(query, market.instruments[0]?.asset ?? '')
    const state = { asset, tf, kind: 'candles', scale: 'normal', hasVolume: true, indicators: [] } as const
    if (viewer) return redirectTo(c, paths.charts + chartQuery(state))
    const instrument = market.instrument(asset)
    if (!instrument && market.instruments.length > 0) throw new NotFoundError(fullPath(c))
    const chart = await loadChartProps(market, { locale, state, address: paths.openChart })
    const t = translator(locale)
    const title = instrument ? t('charts.pageTitle', { pair: pairOf(instrument) }) : t('charts.title')
    const search = chartQuery(state)
    const next = encodeURIComponent(localised(locale, paths.charts) + search)
    const registerHref = shell.isSignUpOpen ? `${localised(locale, paths.register)}?next=${next}` : undefined
    const page = <OpenChartPage chart={{ ...chart, registerHref }} />
    const description = t('charts.openDescription')
    return showPage(c, deps, page, { title, description, isPublic: true, visitorSheet: 'charts', search })
  })
}
