import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { listAlerts, maxAlerts } from '../alerts/queries.ts'
import { type AuthEnv, currentSession, currentUser } from '../auth/middleware.ts'
import { readMemberMoney } from '../bots/list/member-money.ts'
import { listSummaries } from '../content/library/article-view.ts'
import type { LibraryCache } from '../content/library/library-cache.ts'
import type { Db } from '../db/client.ts'
import { listFavourites } from '../enigma/queries.ts'
import type { Events } from '../events/events.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import type { Locale } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import { type Market, readConsistently } from '../market/market.ts'
import { type FirstStep, findTakenSteps, firstSteps, hideFirstSteps, recordSteps } from '../pages/first-steps.ts'
import { ownChanges } from '../pages/own-changes.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectTo } from '../pages/redirects.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { findLinkedChat } from '../telegram/link/link-queries.ts'
import { possibleSteps } from './first-steps.tsx'
import { StartLive, type StartLiveProps, StartPage } from './start-page.tsx'
import { byTurnover, moversOf, pricedAssets, type StartView, watchedOf } from './start-view.ts'
import { waitingAlerts } from './waiting-alerts.ts'

/** Number of hourly candles in the chart: they fill a wide window, with some hours to scroll back to. */
const chartHours = 240
const latestCount = 3

export interface StartSources {
  market: Market
  db: Db
  library: LibraryCache
}

async function readStart({ market, db, library }: StartSources, userId: string, locale: Locale) {
  const [favourites, content] = await Promise.all([listFavourites(db, userId), library.current()])
  return {
    ...(await readConsistently(market, () => readPrices(market, favourites))),
    latest: listSummaries(content, locale).slice(0, latestCount),
  } satisfies StartView
}

async function readPrices(market: Market, favourites: readonly string[]) {
  const assets = pricedAssets(await market.summaries(), market.instruments)
  const watched = watchedOf(assets, favourites)
  const [first] = watched
  const candles = first ? await market.candles({ asset: first.asset, tf: 60, limit: chartHours }) : []
  return {
    feed: { feedId: market.feed.id, state: market.state() },
    watched,
    hasFavourites: favourites.some((favourite) => watched.some(({ asset }) => asset === favourite)),
    movers: moversOf(assets),
    traded: byTurnover(assets),
    chart: first && { instrument: first.instrument, tf: 60, candles },
  } satisfies Partial<StartView>
}

export interface StartDeps extends PageDeps {
  market: Market
  events: Events
  library: LibraryCache
  /** The connected bot; undefined if there is none */
  telegram: object | undefined
}

/**
 * Reads the region of first steps and money. @param keepsSteps  whether the steps stay although all are taken, because
 * the open page shows them
 */
async function readLive(c: Context<AuthEnv>, deps: StartDeps, keepsSteps: boolean): Promise<StartLiveProps> {
  const { db, market, telegram } = deps
  const { id } = currentUser(c)
  const [money, alerts, known, favourites, chat] = await Promise.all([
    readMemberMoney({ db, market, t: translator(c.var.locale) }, id),
    listAlerts(db, id, 2 * maxAlerts),
    findTakenSteps(db, id),
    listFavourites(db, id),
    findLinkedChat(db, id),
  ])
  const facts: Record<FirstStep, boolean> = {
    star: favourites.length > 0,
    alert: alerts.length > 0,
    // The form of a bot shows a backtest of its plan.
    backtest: money.bots !== undefined,
    telegram: chat !== undefined,
  }
  const taken = firstSteps.filter((step) => known[step] || facts[step])
  await recordSteps(
    deps,
    currentSession(c),
    taken.filter((step) => !known[step]),
  )
  const hasTelegram = telegram !== undefined
  const isDone = possibleSteps(hasTelegram).every((step) => taken.includes(step))
  const steps = known.areHidden || (isDone && !keepsSteps) ? undefined : { taken, hasTelegram }
  return { steps, money, alerts: waitingAlerts(alerts, market, deps.now()) }
}

const stepsForm = z.object({ undo: textField })

export function startRoutes(deps: StartDeps) {
  const { market, library, guards, db, flashes } = deps
  const sources = { market, db, library }
  return new Hono<AuthEnv>()
    .get(paths.app, guards.auth, async (c) => {
      const { locale } = c.var
      if (wantsPartial(c)) {
        return renderPartial(c, <StartLive {...(await readLive(c, deps, c.req.query('steps') === 'shown'))} />)
      }
      const user = currentUser(c)
      const [view, live] = await Promise.all([readStart(sources, user.id, locale), readLive(c, deps, false)])
      const shown = { name: user.name, view, live, chartWords: { ru, en }[locale].charts }
      const page = <StartPage {...shown} flashes={flashes.takeUndoable(c, 'start')} />
      const t = translator(locale)
      return showPage(c, deps, page, { title: t('market.overview'), description: t('auth.description') })
    })
    .post(paths.firstSteps, ...ownChanges(guards), async (c) => {
      const { undo } = await requireForm(c, stepsForm)
      await hideFirstSteps(deps, currentUser(c).id, undo === '')
      if (undo === '') flashes.leave(c, 'start.flashStepsHidden', { undo: crypto.randomUUID() })
      else flashes.leave(c, 'start.flashStepsShown', { used: undo })
      return redirectTo(c, paths.app)
    })
}
