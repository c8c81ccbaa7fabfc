import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { keyedId } from '../../db/keyed-id.ts'
import { RejectedPageError } from '../../http/errors.ts'
import { translator } from '../../i18n/translate.ts'
import { assetMeant } from '../../market/instrument.ts'
import type { Market } from '../../market/market.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { emptyForm, type FormState } from '../../pages/form-state.ts'
import { ownChanges } from '../../pages/own-changes.ts'
import type { PageDeps } from '../../pages/page-deps.ts'
import { parseForm, requireForm, says, textField } from '../../pages/parse-form.ts'
import { redirectBack, redirectTo } from '../../pages/redirects.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { readUndo, signUndo, type UndoScope, undoForm } from '../../pages/undo-token.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import {
  addListed,
  deleteWatchlist,
  findWatchlist,
  insertWatchlist,
  listWatchlists,
  maxListed,
  maxWatchlists,
  orderListed,
  removeListed,
  renameWatchlist,
  type Watchlist,
} from './queries.ts'
import { WatchlistPage } from './watchlist-page.tsx'
import { WatchlistsPage } from './watchlists-page.tsx'

export interface WatchlistDeps extends PageDeps {
  market: Pick<Market, 'instruments' | 'instrument'>
  auth: Pick<UndoScope, 'secret'>
}

/** A name on one line, at most 60 characters */
const nameField = textField
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1, says('watchlists.nameMissing')).max(60, says('watchlists.nameLong')))
const newForm = z.object({ name: nameField, asset: textField })
const renameForm = z.object({ name: nameField })
const assetForm = z.object({ asset: textField, act: z.enum(['add', 'remove']), back: textField })
const orderForm = z.object({ order: textField, asset: textField, by: z.enum(['up', 'down', '']).catch('') })
const deleted = z.object({ id: z.string(), name: z.string(), assets: z.array(z.string()) })

export function watchlistRoutes(deps: WatchlistDeps) {
  const { guards, db, market, flashes, now } = deps
  const changes = ownChanges(guards)
  const ownList = async (c: Context<AuthEnv>): Promise<Watchlist> => {
    const list = await findWatchlist(db, currentUser(c).id, c.req.param('id') ?? '')
    if (!list) throw new RejectedPageError(fullPath(c))
    return list
  }

  return new Hono<AuthEnv>()
    .get(paths.watchlists, guards.auth, (c) => showLists(c, deps, c.req.query('asset') ?? ''))
    .post(paths.watchlists, ...changes, async (c) => {
      const parsed = await parseForm(c, newForm)
      if (parsed.status === 'faulty') return showLists(c, deps, parsed.form.values.asset ?? '', parsed.form, 422)
      const { name, asset } = parsed.fields
      const [user, id] = [currentUser(c), keyedId(now(), await formKeyOf(c))]
      const known = market.instrument(asset)
      const stored = await insertWatchlist(db, { id, userId: user.id, name, assets: known ? [asset] : [] })
      if (!stored) return showLists(c, deps, asset, await refusalOf(c, deps, name), 422)
      return redirectTo(c, known ? `${paths.watchlists}?asset=${asset}` : href(paths.watchlist, { id: stored }))
    })
    .post(paths.watchlistUndo, ...changes, async (c) => {
      const { undo: token } = await requireForm(c, undoForm)
      const list = readUndo(undoScope(deps, currentUser(c).id), token, deleted)
      const restored = list && (await insertWatchlist(db, { ...list, userId: currentUser(c).id }))
      flashes.leave(c, restored ? 'watchlists.flashRestored' : 'watchlists.flashLate', { used: token })
      return redirectTo(c, paths.watchlists)
    })
    .get(paths.watchlist, guards.auth, async (c) => showList(c, deps, await ownList(c)))
    .post(paths.watchlist, ...changes, async (c) => {
      const list = await ownList(c)
      const parsed = await parseForm(c, renameForm)
      if (parsed.status === 'faulty') return showList(c, deps, list, parsed.form, 422)
      const { name } = parsed.fields
      if (!(await renameWatchlist(db, currentUser(c).id, list.id, name))) {
        return showList(c, deps, list, await refusalOf(c, deps, name), 422)
      }
      flashes.leave(c, 'watchlists.flashRenamed')
      return redirectTo(c, href(paths.watchlist, { id: list.id }))
    })
    .post(paths.watchlistAssets, ...changes, async (c) => {
      const { id, assets } = await ownList(c)
      const { asset, act, back } = await requireForm(c, assetForm)
      const typed = asset.trim()
      const meant = assetMeant(market, typed) ?? typed
      const userId = currentUser(c).id
      if (act === 'remove') await removeListed(db, userId, id, asset)
      else if (!market.instrument(meant)) flashes.leave(c, 'watchlists.flashUnknown')
      else if (assets.length >= maxListed) flashes.leave(c, 'watchlists.flashFull')
      else await addListed(db, userId, id, meant)
      return redirectBack(c, deps, back, href(paths.watchlist, { id }))
    })
    .post(paths.watchlistOrder, ...changes, async (c) => {
      const { id, assets } = await ownList(c)
      const { order, asset, by } = await requireForm(c, orderForm)
      await orderListed(db, currentUser(c).id, id, by === '' ? order.split(',') : movedOrder(assets, asset, by))
      return redirectTo(c, `${href(paths.watchlist, { id })}?moved=${encodeURIComponent(asset)}&by=${by}`)
    })
    .post(paths.watchlistRemoval, ...changes, async (c) => {
      const userId = currentUser(c).id
      const list = await deleteWatchlist(db, userId, c.req.param('id'))
      // The list may be deleted already, perhaps from another tab: the result is as intended.
      if (list) {
        const undo = signUndo(undoScope(deps, userId), list)
        flashes.leave(c, 'watchlists.flashDeleted', { about: list.name, undo })
      }
      return redirectTo(c, paths.watchlists)
    })
}

/** Returns the assets with one moved by one place; unchanged at the ends and for an unknown asset. */
function movedOrder(assets: readonly string[], asset: string, by: 'up' | 'down'): string[] {
  const from = assets.indexOf(asset)
  const to = by === 'up' ? from - 1 : from + 1
  if (from < 0 || to < 0 || to >= assets.length) return [...assets]
  return assets.with(from, assets[to] ?? asset).with(to, asset)
}

function undoScope({ auth: { secret }, now }: WatchlistDeps, actorId: string): UndoScope {
  return { secret, act: 'watchlist', actorId, now: now() }
}

/** Says why a name was refused: another list has it, or there are too many lists. */
async function refusalOf(c: Context<AuthEnv>, { db }: WatchlistDeps, name: string): Promise<FormState> {
  const t = translator(c.var.locale)
  const lists = await listWatchlists(db, currentUser(c).id)
  const isTaken = lists.some((list) => list.name === name)
  const error = isTaken ? t('watchlists.nameTaken') : t('watchlists.tooMany', { count: maxWatchlists })
  return { values: { name }, errors: { name: error } }
}

async function showLists(
  c: Context<AuthEnv>,
  deps: WatchlistDeps,
  asset: string,
  form = emptyForm,
  status?: PageStatus,
) {
  const { db, market, flashes } = deps
  const lists = await listWatchlists(db, currentUser(c).id)
  const shown = { lists, instrument: market.instrument(asset), form }
  const page = <WatchlistsPage {...shown} flashes={flashes.takeUndoable(c, 'watchlists')} />
  const t = translator(c.var.locale)
  return showPage(c, deps, page, { title: t('watchlists.title'), description: t('watchlists.lead'), status })
}

async function showList(
  c: Context<AuthEnv>,
  deps: WatchlistDeps,
  list: Watchlist,
  form: FormState = emptyForm,
  status?: PageStatus,
) {
  const { market, flashes } = deps
  const { moved = '', by = '' } = c.req.query()
  const shown = { list, instruments: market.instruments, form, moved, by }
  const page = <WatchlistPage {...shown} flashes={flashes.takeUndoable(c, 'watchlists')} />
  const t = translator(c.var.locale)
  return showPage(c, deps, page, { title: list.name, description: t('watchlists.lead'), status })
}
