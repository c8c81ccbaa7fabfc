import { listUnseen } from '../alerts/queries.ts'
import { listSummaries } from '../content/article-view.ts'
import type { LibraryCache } from '../content/library-cache.ts'
import type { Db } from '../db/client.ts'
import { listFavourites } from '../enigma/queries.ts'
import type { Locale } from '../i18n/locales.ts'
import type { Market } from '../market/market.ts'
import { readConsistently } from '../market/read-consistently.ts'
import { moversOf, pricedAssets, type StartView, watchedOf } from './start-view.ts'

/** Fills a wide window, with some hours to scroll to. */
const chartHours = 240
const latestCount = 3
const firedCount = 5

export interface StartSources {
  market: Market
  db: Db
  library: LibraryCache
}

export async function readStart({ market, db, library }: StartSources, userId: string, locale: Locale) {
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
