import { emptyForm, type FormState } from '../../auth/form-state.ts'
import { type ShownPage, showPage, wordsOf } from '../../auth/page-context.tsx'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { listAlerts, mostAlerts } from '../alerts/queries.ts'
import type { Instrument } from '../instrument.ts'
import { isTimeframe } from '../timeframe.ts'
import { assetLines } from './asset-line.ts'
import { AssetPage } from './asset-page.tsx'
import type { EnigmaDeps } from './enigma-deps.ts'
import { type EnigmaContext, userIdOf } from './page-context.ts'
import { listFavourites } from './queries.ts'

/** Candles the chart begins with: as many as a wide window shows, and some to scroll to */
const shownCandles = 240

/** The page of one asset, with the form of a new alert as it was sent. */
export async function showAsset(
  c: EnigmaContext,
  deps: EnigmaDeps,
  instrument: Instrument,
  alertForm: FormState = emptyForm,
  status?: ShownPage['status'],
) {
  const { market, guards, statistics, ticks } = deps
  const { asset, name } = instrument
  const { db } = guards.auth
  const userId = userIdOf(c)
  const asked = Number(c.req.query('tf'))
  const tf = isTimeframe(asked) ? asked : 60
  const favourites = new Set(await listFavourites(db, userId))
  const [line] = assetLines(await market.summaries(), [instrument], favourites)
  const alerts = await listAlerts(db, userId, 2 * mostAlerts)
  const page = (
    <AssetPage
      instrument={instrument}
      line={line}
      isFavourite={favourites.has(asset)}
      tf={tf}
      candles={await market.candles({ asset, tf, limit: shownCandles })}
      chartWords={{ ru, en }[c.var.locale].charts}
      statistics={await statistics.of(asset)}
      ticks={ticks.of(asset)}
      alerts={alerts.filter((alert) => alert.asset === asset)}
      alertForm={alertForm}
      feedId={market.feed.id}
      state={market.state()}
      unseen={alerts.filter(({ firedAt, seenAt }) => firedAt !== null && seenAt === null).length}
    />
  )
  const t = wordsOf(c)
  return showPage(c, deps, page, {
    title: t('enigma.assetTitle', { name, asset }),
    description: t('enigma.assetDescription', { asset }),
    status,
  })
}
