import { Hono } from 'hono'
import type { AuthEnv } from '../../auth/middleware.ts'
import { readForm, showPage, wordsOf } from '../../auth/page-context.tsx'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { href, paths } from '../../paths.ts'
import { listUnseen, mostAlerts } from '../alerts/queries.ts'
import { assetLines } from './asset-line.ts'
import { AssetList } from './asset-list.tsx'
import { showAsset } from './asset-routes.tsx'
import type { EnigmaDeps } from './enigma-deps.ts'
import { EnigmaPage } from './enigma-page.tsx'
import { readList } from './list-query.ts'
import { forChanges, goBack, instrumentOf, userIdOf } from './page-context.ts'
import { addFavourite, findSettings, listFavourites, removeFavourite, saveSettings } from './queries.ts'
import { parseSettings, readSettings } from './settings.ts'
import { Star } from './star.tsx'

/** The list of assets and the page of each, in one language; behind the guard of everything below `/app`. */
export function enigmaRoutes(deps: EnigmaDeps) {
  const { market, guards } = deps
  const { db, now } = guards.auth
  return new Hono<AuthEnv>()
    .get(paths.enigma, async (c) => {
      const userId = userIdOf(c)
      const list = readList(c.req.query())
      const settings = parseSettings(await findSettings(db, userId, 'enigma'))
      const favourites = new Set(await listFavourites(db, userId))
      const lines = assetLines(await market.summaries(), market.instruments, favourites)
      const region = { list, lines, total: market.instruments.length, settings, state: market.state() }
      if (wantsPartial(c)) return renderPartial(c, <AssetList {...region} />)
      const unseen = (await listUnseen(db, userId, mostAlerts)).length
      c.header('vary', 'HX-Request, HX-Request-Type')
      return showPage(c, deps, <EnigmaPage {...region} feedId={market.feed.id} unseen={unseen} />, {
        title: wordsOf(c)('enigma.title'),
        description: wordsOf(c)('enigma.description'),
      })
    })
    .post(paths.enigmaSettings, ...forChanges, async (c) => {
      const settings = readSettings(await c.req.parseBody({ all: true }))
      await saveSettings(db, userIdOf(c), 'enigma', JSON.stringify(settings), now())
      return goBack(c, deps, (await readForm(c))('back'), paths.enigma)
    })
    .get(paths.enigmaAsset, async (c) => showAsset(c, deps, instrumentOf(c, deps)))
    .post(paths.enigmaFavourite, ...forChanges, async (c) => {
      const { asset } = instrumentOf(c, deps)
      const field = await readForm(c)
      const isFavourite = field('favourite') === 'yes'
      if (isFavourite) await addFavourite(db, userIdOf(c), asset, now())
      else await removeFavourite(db, userIdOf(c), asset)
      const back = field('back')
      if (wantsPartial(c)) return renderPartial(c, <Star asset={asset} isFavourite={isFavourite} back={back} />)
      return goBack(c, deps, back, href(paths.enigmaAsset, { asset }))
    })
}
