import type { Context } from 'hono'
import { listAlerts, maxAlerts } from '../alerts/queries.ts'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import type { Instrument } from '../market/instrument.ts'
import { type Market, readConsistently } from '../market/market.ts'
import { isTimeframe, type Timeframe } from '../market/timeframe.ts'
import { emptyForm, type FormState } from '../pages/form-state.ts'
import { type PageStatus, showPage } from '../pages/show-page.ts'
import { assetLines } from './asset-line.ts'
import { AssetPage } from './asset-page.tsx'
import { withLine } from './asset-statistics.ts'
import type { EnigmaDeps } from './enigma-deps.ts'
import { listFavourites } from './queries.ts'
import type { SymbolFacts } from './symbol-panel.tsx'

/** Number of candles on the page of an asset: fills a wide window, with some more to scroll to */
const shownCandles = 240

export async function showAsset(
  c: Context<AuthEnv>,
  deps: EnigmaDeps,
  instrument: Instrument,
  alertForm: FormState = emptyForm,
  status?: PageStatus,
) {
  const { market, db } = deps
  const { asset, name } = instrument
  const userId = currentUser(c).id
  const asked = Number(c.req.query('tf'))
  const tf = isTimeframe(asked) ? asked : 60
  const favourites = new Set(await listFavourites(db, userId))
  const prices = await readConsistently(market, () => readPrices(deps, instrument, tf))
  const [line] = assetLines(prices.summaries, [prices.instrument], favourites, prices.figures)
  const alerts = await listAlerts(db, userId, 2 * maxAlerts)
  const page = (
    <AssetPage
      instrument={prices.instrument}
      line={line}
      isFavourite={favourites.has(asset)}
      tf={tf}
      candles={prices.candles}
      chartWords={{ ru, en }[c.var.locale].charts}
      statistics={withLine(prices.statistics, line)}
      ticks={prices.ticks}
      facts={prices.facts}
      alerts={alerts.filter((alert) => alert.asset === asset)}
      alertForm={alertForm}
      flashes={deps.flashes.takeUndoable(c, 'alerts')}
      feedId={prices.feedId}
      state={prices.state}
      now={deps.now()}
    />
  )
  const t = translator(c.var.locale)
  return showPage(c, deps, page, {
    title: t('enigma.assetTitle', { name, asset }),
    description: t('enigma.assetDescription', { asset }),
    status,
  })
}

async function readPrices(deps: EnigmaDeps, former: Instrument, tf: Timeframe) {
  const { market, statistics, figures, recentTicks } = deps
  const { asset } = former
  const summaries = (await market.summaries()).filter((summary) => summary.asset === asset)
  return {
    instrument: market.instrument(asset) ?? former,
    summaries,
    figures: await figures.of(summaries),
    candles: await market.candles({ asset, tf, limit: shownCandles }),
    statistics: await statistics.of(asset),
    ticks: recentTicks.of(asset),
    facts: await readFacts(market, asset),
    feedId: market.feed.id,
    state: market.state(),
  }
}

async function readFacts(market: Market, asset: string): Promise<SymbolFacts> {
  const { openTime } = await market.columns({ asset, tf: 1, from: 0, limit: 1 })
  return {
    listing: market.listing(asset),
    source: market.feed.id,
    firstAt: openTime[0],
    updatedAt: market.current(asset, 1)?.time,
  }
}
