import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { alertFields } from '../alerts/alert-form.ts'
import { makeAlert } from '../alerts/make-alert.ts'
import { listUnseen, maxAlerts } from '../alerts/queries.ts'
import { refusedAlert } from '../alerts/refused-alert.ts'
import { type AuthEnv, currentUser } from '../auth/middleware.ts'
import { RejectedPageError } from '../http/errors.ts'
import { renderPartial, wantsPartial } from '../http/render.tsx'
import { localised } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { assetMeant, type Instrument } from '../market/instrument.ts'
import { ownChanges } from '../pages/own-changes.ts'
import { requireForm, textField } from '../pages/parse-form.ts'
import { redirectBack, redirectTo } from '../pages/redirects.ts'
import { findSettings, saveSettings } from '../pages/settings-queries.ts'
import { showPage } from '../pages/show-page.ts'
import { href, paths } from '../paths.ts'
import { fullPath } from '../site/address.ts'
import { assetLines, countSets, pricelessAssets } from './asset-line.ts'
import { AssetList, SetCount } from './asset-list.tsx'
import { showAsset } from './asset-routes.tsx'
import type { EnigmaDeps } from './enigma-deps.ts'
import { EnigmaPage } from './enigma-page.tsx'
import { listAt } from './list-address.ts'
import { readList } from './list-query.ts'
import { addFavourite, listFavourites, removeFavourite } from './queries.ts'
import { parseSettings, settingsSchema } from './settings.ts'
import { Star } from './star.tsx'

const settingsForm = settingsSchema.extend({ back: textField })
const favouriteForm = z.object({ favourite: textField, back: textField })

export function enigmaRoutes(deps: EnigmaDeps) {
  const { market, guards, db, now, events } = deps
  const changes = ownChanges(guards)
  /** @throws RejectedPageError */
  const instrumentOf = (c: Context<AuthEnv>, asset: string): Instrument => {
    const instrument = market.instrument(asset)
    if (!instrument) throw new RejectedPageError(fullPath(c))
    return instrument
  }

  return new Hono<AuthEnv>()
    .get(paths.enigma, guards.auth, (c) => showList(c, deps))
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
      const request = { userId: currentUser(c).id, locale: c.var.locale, fields }
      const outcome = await makeAlert({ db, market, events, now }, request)
      if (outcome.status === 'made') return redirectTo(c, href(paths.enigmaAsset, { asset }))
      return showAsset(c, deps, instrument, refusedAlert(c.var.locale, market, fields, outcome), 422)
    })
    .post(paths.enigmaFavourite, ...changes, async (c) => {
      const { asset } = instrumentOf(c, c.req.param('asset'))
      const { favourite, back } = await requireForm(c, favouriteForm)
      const isFavourite = favourite === 'yes'
      if (isFavourite) await addFavourite(db, currentUser(c).id, asset, now())
      else await removeFavourite(db, currentUser(c).id, asset)
      if (!wantsPartial(c)) return redirectBack(c, deps, back, href(paths.enigmaAsset, { asset }))
      return renderPartial(
        c,
        <>
          <Star asset={asset} isFavourite={isFavourite} back={back} />
          {await favouritesCount(c, deps, back)}
        </>,
      )
    })
}

async function showList(c: Context<AuthEnv>, deps: EnigmaDeps) {
  const { market, db } = deps
  const userId = currentUser(c).id
  const list = readList(c.req.query())
  const settings = parseSettings(await findSettings(db, userId, 'enigma'))
  const favourites = new Set(await listFavourites(db, userId))
  const state = market.state()
  const { lines, priceless } = await listAssets(market, favourites)
  const region = { list, lines, priceless, total: market.instruments.length, settings, state }
  if (wantsPartial(c)) return renderPartial(c, <AssetList {...region} />)
  const unseen = (await listUnseen(db, userId, maxAlerts)).length
  const t = translator(c.var.locale)
  const page = <EnigmaPage {...region} feedId={market.feed.id} unseen={unseen} />
  return showPage(c, deps, page, { title: t('enigma.title'), description: t('enigma.description') })
}

/** How many there are now, where the star is pressed in the list; nothing on an asset's own page. */
async function favouritesCount(c: Context<AuthEnv>, { market, db }: EnigmaDeps, back: string) {
  const list = listAt(back)
  if (!list) return undefined
  const { lines, priceless } = await listAssets(market, new Set(await listFavourites(db, currentUser(c).id)))
  const { favourites } = countSets([...lines, ...priceless], list.search)
  return <SetCount of="favourites" count={favourites} isCompanion />
}

/** What the list shows: assets with a price, and those whose state says why they have none. */
async function listAssets(market: EnigmaDeps['market'], favourites: Set<string>) {
  const lines = assetLines(await market.summaries(), market.instruments, favourites)
  const priceless = pricelessAssets(lines, { instruments: market.instruments, state: market.state() }, favourites)
  return { lines, priceless }
}
