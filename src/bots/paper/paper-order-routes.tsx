import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { AppError, NotFoundError } from '../../http/errors.ts'
import { wantsJson } from '../../http/page-format.ts'
import { problem } from '../../http/problem.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { type Translate, translator } from '../../i18n/translate.ts'
import type { Flash } from '../../pages/flash.ts'
import { formKeyOf } from '../../pages/form-key.tsx'
import { ownChanges } from '../../pages/own-changes.ts'
import { requireForm, textField } from '../../pages/parse-form.ts'
import { redirectBack, redirectTo } from '../../pages/redirects.ts'
import { href, paths } from '../../paths.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { orderFields } from './order-form.ts'
import { OrderTicket, readTicket, refusedTicket, ticketOf } from './order-ticket.tsx'
import { hasEnded } from './paper-account.ts'
import { renderDesk, requireView, showPaperAsset } from './paper-asset-routes.tsx'
import {
  cancelOrder,
  closePosition,
  isOrdered,
  type MoveOutcome,
  moveOrder,
  placeManualOrders,
  resetAccount,
  setFees,
} from './paper-orders.ts'
import { noteTrade } from './paper-queries.ts'
import type { AccountView } from './paper-view.ts'
import type { OrderFields } from './read-order.ts'
import { faultParams } from './ticket-text.ts'
import { maxNoteLength } from './trades-table.tsx'
import { type FeeFaults, type FeeFields, feeFields, readFees } from './venue-fees.ts'

const noteForm = z.object({
  // Forms send a line break as two characters, and the field counts one.
  note: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .pipe(z.string().max(maxNoteLength))
    .default(''),
  back: textField,
})
const orderAct = z.object({ do: z.enum(['move', 'cancel']), price: textField })

type Outcome = MoveOutcome | { status: 'nothing-held' }

export function paperOrderRoutes(deps: BotsDeps) {
  const changes = ownChanges(deps.guards)
  return new Hono<AuthEnv>()
    .post(paths.paperOrders, ...changes, async (c) => {
      const fields = await requireForm(c, orderFields)
      const view = await requireView(c, deps, c.req.param('asset'))
      const { locale } = c.var
      const key = await formKeyOf(c)
      const done = async () => {
        if (wantsPartial(c)) return renderTicket(c, deps, fields)
        deps.flashes.leave(c, 'paper.flashOrdered')
        const query = new URLSearchParams({ side: fields.side, kind: fields.kind })
        return redirectTo(c, `${addressOf(view)}?${query}`)
      }
      // The first submission of the form has already reserved the money, so a repeat must not be validated again.
      if (await isOrdered(deps, placeOf(c, view), key)) return done()
      const read = readTicket(view, fields, locale)
      const intents = read?.status === 'ready' ? read.intents(crypto.randomUUID().slice(0, 8)) : undefined
      const outcome =
        intents && (await placeManualOrders(deps, placeOf(c, view), { account: view.account, intents, key }))
      if (outcome?.status === 'ordered') return done()
      const t = translator(locale)
      const problem = outcome ? textOf(c, view, outcome) : read ? undefined : unreadText(view, t)
      const ticket = refusedTicket(view, fields, { locale, problem })
      if (wantsPartial(c)) {
        c.status(422)
        return renderPartial(c, <OrderTicket view={view} {...ticket} isInPanel />)
      }
      return showPaperAsset(c, deps, { view, ticket }, 422)
    })
    .post(paths.paperOrder, ...changes, async (c) => {
      const { do: act, price } = await requireForm(c, orderAct)
      const view = await requireView(c, deps, c.req.param('asset'))
      const name = c.req.param('name')
      if (act === 'cancel') {
        const cancelled = await cancelOrder(deps, { account: view.account, name })
        return answer(c, deps, view, cancelled.status === 'ordered' ? 'paper.flashCancelled' : cancelled)
      }
      const moved = await move(c, deps, { view, name, price })
      return answer(c, deps, view, moved.status === 'ordered' ? 'paper.flashMoved' : moved)
    })
    .post(paths.paperNote, ...changes, async (c) => {
      const view = await requireView(c, deps, c.req.param('asset'))
      const { note, back } = await requireForm(c, noteForm)
      const trade = { ...placeOf(c, view), id: Number(c.req.param('id')) }
      const isId = Number.isSafeInteger(trade.id)
      if (!isId || !(await noteTrade(deps.db, trade, note.trim()))) throw new NotFoundError(c.req.path)
      if (wantsPartial(c)) return renderDesk(c, deps, view)
      deps.flashes.leave(c, 'paper.flashNoted')
      return redirectBack(c, deps, back, addressOf(view))
    })
    .post(paths.paperClose, ...changes, async (c) => {
      const view = await requireView(c, deps, c.req.param('asset'))
      const closed = await closePosition(deps, placeOf(c, view), view.account)
      return answer(c, deps, view, closed.status === 'ordered' ? 'paper.flashClosed' : closed)
    })
    .post(paths.paperFees, ...changes, async (c) => {
      const fields = await requireForm(c, feeFields)
      const view = await requireView(c, deps, c.req.param('asset'))
      const read = readFees(fields, c.var.locale)
      if ('faults' in read) return showFaultyFees(c, deps, view, { fields, faults: read.faults })
      const set = await setFees(deps, placeOf(c, view), { account: view.account, fees: read.fees })
      return answer(c, deps, view, set.status === 'ordered' ? 'paper.flashFees' : set)
    })
    .post(paths.paperReset, ...changes, async (c) => {
      const view = await requireView(c, deps, c.req.param('asset'))
      await resetAccount(deps, placeOf(c, view))
      deps.flashes.leave(c, 'paper.flashReset')
      return redirectTo(c, addressOf(view))
    })
}

/** Returns a new ticket for the panel beside a chart, after an order of the same side and kind. */
async function renderTicket(c: Context<AuthEnv>, deps: BotsDeps, { side, kind }: OrderFields) {
  const view = await requireView(c, deps, c.req.param('asset') ?? '')
  return renderPartial(c, <OrderTicket view={view} {...ticketOf(view, { side, kind }, c.var.locale)} isInPanel />)
}

const addressOf = ({ instrument: { asset } }: AccountView) => href(paths.paperAsset, { asset })
const placeOf = (c: Context<AuthEnv>, { instrument: { asset } }: AccountView) => ({ userId: currentUser(c).id, asset })

async function move(
  c: Context<AuthEnv>,
  deps: BotsDeps,
  { view, name, price }: { view: AccountView; name: string; price: string },
): Promise<MoveOutcome> {
  const { account, scale, price: last } = view
  if (last === undefined) return { status: 'closed', reason: 'no-price' }
  const reading = { locale: c.var.locale, scale, price: last }
  return moveOrder(deps, placeOf(c, view), { account, name, price, reading })
}

/**
 * Answers after an action on orders. After success, returns the region, or redirects to the page with a flash message.
 * After a refusal, shows the page with the reason.
 */
async function answer(c: Context<AuthEnv>, deps: BotsDeps, view: AccountView, outcome: Flash | Outcome) {
  if (typeof outcome === 'string') {
    if (wantsJson(c.req.raw)) return c.json({ address: c.req.path }, 200, { 'cache-control': 'no-store' })
    if (wantsPartial(c)) return renderDesk(c, deps, await requireView(c, deps, view.instrument.asset))
    deps.flashes.leave(c, outcome)
    return redirectTo(c, addressOf(view))
  }
  const reason = textOf(c, view, outcome)
  if (wantsJson(c.req.raw)) return problem(c, 422, reason)
  if (wantsPartial(c)) throw new AppError(422, reason)
  const ticket = ticketOf(view, {}, c.var.locale)
  return showPaperAsset(c, deps, { view, ticket: { ...ticket, form: { ...ticket.form, problem: reason } } }, 422)
}

function showFaultyFees(
  c: Context<AuthEnv>,
  deps: BotsDeps,
  view: AccountView,
  { fields, faults }: { fields: FeeFields; faults: FeeFaults },
) {
  const t = translator(c.var.locale)
  const errors = Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`paper.faults.${fault}`)]))
  const ticket = ticketOf(view, {}, c.var.locale)
  return showPaperAsset(c, deps, { view, ticket, fees: { values: { ...fields }, errors } }, 422)
}

/** Explains why an order could not be read: without a price an order cannot be validated. */
function unreadText({ account }: AccountView, t: Translate): string {
  return t(hasEnded(account) ? 'paper.ended' : 'paper.closed.no-price')
}

function textOf(c: Context<AuthEnv>, view: AccountView, outcome: Outcome): string {
  const t = translator(c.var.locale)
  switch (outcome.status) {
    case 'closed':
      return t(`paper.closed.${outcome.reason}`)
    case 'faulty':
      return t(`paper.faults.${outcome.fault}`, faultParams(c.var.locale, view))
    case 'too-many':
      return t('paper.tooMany')
    case 'gone':
      return t('paper.gone')
    case 'nothing-held':
      return t('paper.faults.nothingToSell')
    case 'busy':
      return t('paper.busy')
    case 'ended':
    case 'ordered':
      return t('paper.ended')
  }
}
