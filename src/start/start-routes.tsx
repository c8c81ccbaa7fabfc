import { Hono } from 'hono'
import { listUnseen } from '../alerts/queries.ts'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { listSummaries } from '../content/library/article-view.ts'
import type { LibraryCache } from '../content/library/library-cache.ts'
import type { Db } from '../db/client.ts'
import { listFavourites } from '../enigma/queries.ts'
import type { Locale } from '../i18n/locales.ts'
import { en } from '../i18n/messages/en.ts'
import { ru } from '../i18n/messages/ru.ts'
import { translator } from '../i18n/translate.ts'
import { type Market, readConsistently } from '../market/market.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { showPage } from '../pages/show-page.ts'
import { paths } from '../paths.ts'
import { StartPage } from './start-page.tsx'
import { moversOf, pricedAssets, type StartView, watchedOf } from './start-view.ts'

/** Number of hourly candles in the chart: they fill a wide window, with some hours to scroll back to. */
const chartHours = 240
const latestCount = 3
const firedCount = 5

export interface StartSources {
  market: Market
  db: Db
  library: LibraryCache
}

async function readStart({ market, db, library }: StartSources, userId: string, locale: Locale) {
  const [favourites, fired, content] = await Promise.all([
    listFavourites(db, userId),
    listUnseen(db, userId, firedCount),
    library.current(),
  ])
  return {
    ...(await readConsistently(market, () => readPrices(market, favourites))),
    fired,
    instrument: market.instrument,
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
    chart: first && { instrument: first.instrument, tf: 60, candles },
  } satisfies Partial<StartView>
}

export interface StartDeps extends PageDeps {
  market: Market
  library: LibraryCache
}

export function startRoutes(deps: StartDeps) {
  const { market, library, guards, db } = deps
  const sources = { market, db, library }
  return new Hono<AuthEnv>().get(paths.app, guards.auth, async (c) => {
    const { locale, viewer } = c.var
    const user = currentUser(c)
    const view = await readStart(sources, user.id, locale)
    const page = (
      <StartPage user={user} isAdmin={viewer?.isAdmin === true} view={view} chartWords={{ ru, en }[locale].charts} />
    )
    const t = translator(locale)
    return showPage(c, deps, page, { title: t('market.overview'), description: t('auth.description') })
  })
}
