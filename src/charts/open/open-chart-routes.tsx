import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { NotFoundError } from '../../http/errors.ts'
import { limitRate } from '../../http/limit-rate.ts'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { assetMeant } from '../../market/instrument.ts'
import { redirectTo } from '../../pages/redirects.ts'
import { showPage } from '../../pages/show-page.ts'
import { paths } from '../../paths.ts'
import { fullPath } from '../../site/address.ts'
import { pairOf } from '../chart-props.ts'
import { chartQuery, parseChartState } from '../chart-state.ts'
import type { ChartsDeps } from '../charts-deps.ts'
import { loadChartProps } from '../load-chart-props.ts'
import { OpenChartPage } from './open-chart-page.tsx'

/** Creates the routes of the chart for visitors without an account; signed-in users get the full charts page. */
export function openChartRoutes(deps: ChartsDeps) {
  const { market, guards, now } = deps
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
    const page = <OpenChartPage chart={chart} />
    const search = chartQuery(state)
    return showPage(c, deps, page, { title, description: t('charts.openDescription'), isPublic: true, search })
  })
}
