import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { alertFields } from '../alerts/alert-form.ts'
import { createAlert, refusedAlert } from '../alerts/create-alert.ts'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { RejectedPageError } from '../http/errors.ts'
import { limitRate } from '../http/limit-rate.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { assetMeant, type Instrument } from '../market/instrument.ts'
import { readConsistently } from '../market/market.ts'
import { isTimeframe } from '../market/timeframe.ts'
import { formKeyOf } from '../pages/form-key.tsx'
import { ownChanges } from '../pages/own-changes.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectBack, redirectTo } from '../pages/redirects.ts'
import { findSettings, saveSettings } from '../pages/settings-queries.ts'
import { showPage } from '../pages/show-page.ts'
import { href, paths } from '../paths.ts'
import { fullPath } from '../shell/address.ts'
import { assetLines, countSets, pricelessAssets } from './asset-line.ts'
import { AssetList, type AssetListProps, SetCount } from './asset-list.tsx'
import { showAsset } from './asset-routes.tsx'
import { Star, type StarProps } from './asset-row.tsx'
import { assetsCsv, candlesCsv } from './csv-files.ts'
import type { EnigmaDeps } from './enigma-deps.ts'
import { EnigmaPage } from './enigma-page.tsx'
import { type AssetList as List, listAt, readList } from './list-query.ts'
import { addFavourite, listFavourites, removeFavourite } from './queries.ts'
import { parseSettings, settingsSchema } from './settings.ts'
import { listWatchlists, type Watchlist } from './watchlists/queries.ts'
import { watchlistRoutes } from './watchlists/watchlist-routes.tsx'

const settingsForm = settingsSchema.extend({ back: textField })
const favouriteForm = z.object({ favourite: textField, back: textField })

/** Processor time of a file with the figures of all assets, and of one with the minutes of 90 days, ms */
const [listFileMs, candleFileMs] = [50, 500]

export function enigmaRoutes(deps: EnigmaDeps) {
  const { market, guards, db, now, events } = deps
  const changes = ownChanges(guards)
  /** Returns the instrument of an asset. @throws RejectedPageError for an unknown asset */
  const instrumentOf = (c: Context<AuthEnv>, asset: string): Instrument => {
    const instrument = market.instrument(asset)
    if (!instrument) throw new RejectedPageError(fullPath(c))
    return instrument
  }

  const files = limitRate(guards.auth, { burst: 20, everyMs: 3000, now })

  return new Hono<AuthEnv>()
    .route('/', watchlistRoutes(deps))
    .get(paths.enigma, guards.auth, (c) => showList(c, deps))
    .get(paths.enigmaCsv, files, async (c) => {
      c.var.spend(listFileMs)
      const region = await readRegion(deps, currentUser(c).id, readList(c.req.query(), c.var.locale))
      return sendCsv(c, 'assets.csv', assetsCsv(region, market))
    })
    .get(paths.enigmaCandles, files, (c) => {
      c.var.spend(candleFileMs)
      const instrument = instrumentOf(c, c.req.param('asset'))
      const asked = Number(c.req.query('tf'))
      const tf = isTimeframe(asked) ? asked : 60
      return sendCsv(c, `candles-${instrument.asset}-${tf}.csv`, candlesCsv(market, instrument, tf))
    })
    .post(paths.enigmaSettings, ...changes, async (c) => {
      const { back, ...settings } = await requireForm(c, settingsForm)
      await saveSettings({ db, events }, currentUser(c).id, 'enigma', JSON.stringify(settings), now())
      return redirectBack(c, deps, back, paths.enigma)
    })
    .get(paths.enigmaAsset, guards.auth, async (c) => {
      const asked = c.req.param('asset')
      const asset = assetMeant(market, asked)
      if (asset !== undefined) {
        return c.redirect(localised(c.var.locale, href(paths.enigmaAsset, { asset })) + new URL(c.req.url).search, 301)
      }
      return showAsset(c, deps, instrumentOf(c, asked))
    })
    .post(paths.enigmaAlerts, ...changes, async (c) => {
      const instrument = instrumentOf(c, c.req.param('asset'))
      const { asset } = instrument
      const fields = { ...(await requireForm(c, alertFields)), asset }
      const request = { userId: currentUser(c).id, locale: c.var.locale, fields, key: await formKeyOf(c) }
      const outcome = await createAlert({ db, market, events, now }, request)
      if (outcome.status === 'made') {
        deps.flashes.leave(c, 'alerts.flashMade')
        return redirectTo(c, `${href(paths.enigmaAsset, { asset })}#alerts`)
      }
      return showAsset(c, deps, instrument, refusedAlert(c.var.locale, market, fields, outcome), 422)
    })
    .post(paths.enigmaFavourite, ...changes, async (c) => {
      const { asset } = instrumentOf(c, c.req.param('asset'))
      const { favourite, back } = await requireForm(c, favouriteForm)
      const isFavourite = favourite === 'yes'
      if (isFavourite) await addFavourite(db, currentUser(c).id, asset, now())
      else await removeFavourite(db, currentUser(c).id, asset)
      if (wantsPartial(c)) return showStar(c, deps, { asset, isFavourite, back })
      return redirectBack(c, deps, back, href(paths.enigmaAsset, { asset }))
    })
}

function sendCsv(c: Context<AuthEnv>, name: string, file: string | ReadableStream<Uint8Array>) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${name}"`)
  return typeof file === 'string' ? c.body(file) : c.body(file)
}

async function showList(c: Context<AuthEnv>, deps: EnigmaDeps) {
  const { market } = deps
  const userId = currentUser(c).id
  const region = await readRegion(deps, userId, readList(c.req.query(), c.var.locale))
  if (wantsPartial(c)) return renderPartial(c, <AssetList {...region} />)
  const t = translator(c.var.locale)
  const page = <EnigmaPage {...region} feedId={market.feed.id} />
  return showPage(c, deps, page, { title: t('enigma.title'), description: t('enigma.description') })
}

/** Renders the star and the part of the list that depends on it: the favorites, their count, or nothing. */
async function showStar(c: Context<AuthEnv>, deps: EnigmaDeps, star: StarProps) {
  const list = listAt(star.back, c.var.locale)
  if (!list) return renderPartial(c, <Star {...star} />)
  const region = await readRegion(deps, currentUser(c).id, list)
  if (list.shown === 'favourites') return renderPartial(c, <AssetList {...region} />)
  const { favourites } = countSets([...region.lines, ...region.priceless], list)
  return renderPartial(
    c,
    <>
      <Star {...star} />
      <SetCount of="favourites" count={favourites} isCompanion />
    </>,
  )
}

async function readRegion(deps: EnigmaDeps, userId: string, asked: List): Promise<AssetListProps> {
  const { market, db } = deps
  const settings = parseSettings(await findSettings(db, userId, 'enigma'))
  const favourites = new Set(await listFavourites(db, userId))
  const watchlists = await listWatchlists(db, userId)
  const watchlist = watchlists.find(({ id }) => id === asked.watchlist)
  const { lines, priceless } = await readConsistently(market, () => listAssets(deps, favourites))
  const all = { total: market.instruments.length, lines, priceless }
  // A list that was deleted since filters nothing.
  const list = { ...asked, watchlist: watchlist?.id }
  return { list, ...(watchlist ? listedOf(all, watchlist, market) : all), watchlists, settings, state: market.state() }
}

type Assets = Pick<AssetListProps, 'lines' | 'priceless' | 'total'>

/** Limits assets to those of a watchlist, in its order. */
function listedOf({ lines, priceless }: Assets, { assets }: Watchlist, market: EnigmaDeps['market']): Assets {
  const of = <Listed extends { asset: string }>(all: readonly Listed[]) => {
    const byAsset = new Map(all.map((each) => [each.asset, each]))
    return assets.flatMap((asset) => byAsset.get(asset) ?? [])
  }
  return { lines: of(lines), priceless: of(priceless), total: of(market.instruments).length }
}

/** Returns assets with a price, and assets whose state explains why they have no price. */
async function listAssets({ market, figures }: EnigmaDeps, favourites: Set<string>) {
  const summaries = await market.summaries()
  const lines = assetLines(summaries, market.instruments, favourites, await figures.of(summaries))
  const priceless = pricelessAssets(lines, { instruments: market.instruments, state: market.state() }, favourites)
  return { lines, priceless }
}
