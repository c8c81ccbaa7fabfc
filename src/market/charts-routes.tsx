import { Hono } from 'hono'
import type { AuthEnv, GuardDeps } from '../auth/middleware.ts'
import { readForm, showPage, wordsOf } from '../auth/page-context.tsx'
import { AppError, NotFoundError } from '../http/errors.ts'
import { localised } from '../i18n/locales.ts'
import { paths } from '../paths.ts'
import { fullPath } from '../site/page-context.ts'
import type { SiteDeps } from '../site/site-deps.ts'
import { pairOf } from './chart/chart-props.ts'
import { chartQuery, parseChartState, withAddition } from './chart/chart-state.ts'
import { readColors } from './chart/colors.ts'
import { ChartsPage } from './charts-page.tsx'
import { viewCharts } from './charts-view.ts'
import { forChanges, userIdOf } from './enigma/page-context.ts'
import { findSettings, saveSettings } from './enigma/queries.ts'
import { findWorkspace } from './layouts.ts'
import type { Market } from './market.ts'

export interface ChartsDeps {
  site: SiteDeps
  guards: GuardDeps
  market: Market
}

/** The page of charts in one language; behind the guard of everything below `/app`. */
export function chartsRoutes(deps: ChartsDeps) {
  const { market, guards } = deps
  const { db, now } = guards.auth
  const initialAsset = market.instruments[0]?.asset ?? ''
  return new Hono<AuthEnv>()
    .get(paths.charts, async (c) => {
      const { locale } = c.var
      const query = new URL(c.req.url).searchParams
      const workspace = await findWorkspace(db, userIdOf(c), query, market)
      const [state = parseChartState(query, initialAsset)] = workspace?.arrangement.charts ?? []
      if (!workspace) throw new NotFoundError(fullPath(c))
      const added = withAddition(state, query)
      if (added) return c.redirect(localised(locale, paths.charts) + chartQuery(added), 303)
      const instrument = market.instrument(state.asset)
      if (!instrument && market.instruments.length > 0) throw new NotFoundError(`${c.req.path}?asset=${state.asset}`)
      const settings = await findSettings(db, userIdOf(c), 'charts')
      const screen = await viewCharts(market, { locale, state, settings, workspace })
      const t = wordsOf(c)
      const title = instrument ? t('charts.pageTitle', { pair: pairOf(instrument) }) : t('charts.title')
      return showPage(c, deps, <ChartsPage screen={screen} />, { title })
    })
    .post(paths.chartColors, ...forChanges, async (c) => {
      const field = await readForm(c)
      const colors = field('reset') === 'yes' ? {} : readColors(field)
      if (!colors) throw new AppError(400, wordsOf(c)('charts.colorsRefused'))
      await saveSettings(db, userIdOf(c), 'charts', JSON.stringify(colors), now())
      // Only a query of this very page comes back: an address of elsewhere does not begin so.
      const back = new URLSearchParams(field('back').replace(/^\?/, ''))
      return c.redirect(localised(c.var.locale, paths.charts) + chartQuery(parseChartState(back, initialAsset)), 303)
    })
}
