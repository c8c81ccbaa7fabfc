import { listSummaries } from '../../content/article-view.ts'
import type { LibraryKeeper } from '../../content/library.ts'
import type { Db } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { listUnseen } from '../alerts/queries.ts'
import { listFavourites } from '../enigma/queries.ts'
import type { Market } from '../market.ts'
import { moversOf, pricedAssets, type StartView, watchedOf } from './start-view.ts'

/** The chart begins with so many hours: what a wide window shows, and some to scroll to. */
const chartHours = 240
const latestCount = 3
const firedCount = 5

export interface StartSources {
  market: Market
  /** `app.db` */
  db: Db
  library: LibraryKeeper
}

/** Gathers what the main screen shows one person, in their language. */
export async function readStart({ market, db, library }: StartSources, userId: string, locale: Locale) {
  const [summaries, favourites, fired, content] = await Promise.all([
    market.summaries(),
    listFavourites(db, userId),
    listUnseen(db, userId, firedCount),
    library.current(),
  ])
  const assets = pricedAssets(summaries, market.instruments)
  const watched = watchedOf(assets, favourites)
  const [first] = watched
  const candles = first ? await market.candles({ asset: first.asset, tf: 60, limit: chartHours }) : []
  return {
    feed: { feedId: market.feed.id, state: market.state() },
    watched,
    hasFavourites: favourites.some((favourite) => watched.some(({ asset }) => asset === favourite)),
    movers: moversOf(assets),
    chart: first && { instrument: first.instrument, tf: 60, candles },
    fired,
    instrument: market.instrument,
    latest: listSummaries(content, locale).slice(0, latestCount),
  } satisfies StartView
}
