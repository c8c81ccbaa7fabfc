import { type Context, Hono } from 'hono'
import { listAlerts, maxAlerts } from '../../alerts/queries.ts'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import type { TradingLineSet } from '../../charts/trading/trading-line.ts'
import { RejectedPageError } from '../../http/errors.ts'
import { renderPartial, wantsPartial } from '../../http/render.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { translator } from '../../i18n/translate.ts'
import { assetMeant } from '../../market/instrument.ts'
import { toDecimal, wholeUnits } from '../../market/units.ts'
import { showPage } from '../../pages/show-page.ts'
import { href, paths } from '../../paths.ts'
import { fullPath } from '../../shell/address.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { moneyDigits } from '../engine/money.ts'
import { feesText } from './account-fees.tsx'
import { AccountsPage } from './accounts-page.tsx'
import { ticketFields } from './order-form.ts'
import { EstimateLine, estimateOf, OrderTicket, ticketOf } from './order-ticket.tsx'
import { renderDesk, requireView, showPaperAsset } from './paper-asset-routes.tsx'
import { alertLines, linesOf } from './paper-lines.ts'
import { paperOrderRoutes } from './paper-order-routes.tsx'
import { listManualTrades, listPositionTrades, type ManualTrade } from './paper-queries.ts'
import { listViews } from './paper-view.ts'
import { readTradePicture, TradePicture, TradePicturePage } from './trade-picture.tsx'
import type { NamedFees } from './venue-fees.ts'

const columns = ['time', 'asset', 'side', 'price', 'quantity', 'fee', 'profit', 'reason', 'note']

/** Formats trades as CSV: times in ISO 8601 UTC, fees and profits in the quote currency with all digits. */
export function manualTradesCsv(trades: readonly ManualTrade[]): string {
  const lines = trades.map(({ time, asset, side, price, quantity, fee, profit, reason, note, ...digits }) =>
    csvLine([
      new Date(time).toISOString(),
      asset,
      side,
      decimalText(price, digits.priceDigits ?? 0),
      decimalText(quantity, digits.volumeDigits ?? 0),
      decimalText(fee, moneyDigits),
      // The profit must be a number: a text that begins with a minus would be escaped as a formula.
      profit / 10 ** moneyDigits,
      reason,
      note ?? '',
    ]),
  )
  return byteOrderMark + csvLine(columns) + lines.join('')
}

const pageSize = 50
/** Max lines of one CSV file; an account stores fewer trades */
const maxLines = 50_000

export function paperRoutes(deps: BotsDeps) {
  const { guards, market } = deps
  return new Hono<AuthEnv>()
    .get(paths.paper, guards.auth, (c) => showAccounts(c, deps))
    .get(paths.paperTrades, guards.auth, async (c) => {
      const asset = c.req.query('asset')
      const trades = await listManualTrades(deps.db, currentUser(c).id, { asset, limit: maxLines })
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', `attachment; filename="paper-trades.csv"`)
      c.header('cache-control', 'no-store')
      return c.body(manualTradesCsv(trades))
    })
    .get(paths.paperAsset, guards.auth, async (c) => {
      const asked = c.req.param('asset')
      const asset = assetMeant(market, asked)
      if (asset !== undefined) {
        return c.redirect(localised(c.var.locale, href(paths.paperAsset, { asset })) + new URL(c.req.url).search, 301)
      }
      const view = await requireView(c, deps, asked)
      if (wantsPartial(c)) return renderDesk(c, deps, view)
      return showPaperAsset(c, deps, { view, ticket: ticketOf(view, c.req.query(), c.var.locale) })
    })
    .get(paths.paperLines, guards.auth, async (c) => {
      const view = await requireView(c, deps, c.req.param('asset'))
      const alerts = await listAlerts(deps.db, currentUser(c).id, 2 * maxAlerts)
      const words = { locale: c.var.locale, t: translator(c.var.locale) }
      const { priceStep, priceDigits } = view.scale
      const lines = [...alertLines(alerts, view.instrument, { ...words, now: deps.now() }), ...linesOf(view, words)]
      const answer: TradingLineSet = { priceStep: toDecimal(wholeUnits(priceStep), priceDigits), lines }
      return c.json(answer, 200, { 'cache-control': 'no-store' })
    })
    .get(paths.paperTicket, guards.auth, async (c) => {
      const view = await requireView(c, deps, c.req.param('asset'))
      return renderPartial(c, <OrderTicket view={view} {...ticketOf(view, c.req.query(), c.var.locale)} isInPanel />)
    })
    .get(paths.paperFees, guards.auth, async (c) => {
      const { costs } = (await requireView(c, deps, c.req.param('asset'))).account
      const { makerFee, takerFee } = costs
      const text = feesText(c.var.locale, translator(c.var.locale), costs)
      const answer: NamedFees = { makerFee, takerFee, text }
      return c.json(answer, 200, { 'cache-control': 'no-store' })
    })
    .get(paths.paperEstimate, guards.auth, async (c) => {
      const view = await requireView(c, deps, c.req.param('asset'))
      const parsedOrder = estimateOf(view, ticketFields.parse(c.req.query()), c.var.locale)
      return renderPartial(c, <EstimateLine view={view} parsedOrder={parsedOrder} />)
    })
    .get(paths.paperPicture, guards.auth, async (c) => {
      const view = await requireView(c, deps, c.req.param('asset'))
      const { asset } = view.instrument
      const id = Number(c.req.param('id'))
      const trades = Number.isSafeInteger(id)
        ? await listPositionTrades(deps.db, { userId: currentUser(c).id, asset, id })
        : []
      const last = trades.at(-1)
      if (!last) throw new RejectedPageError(fullPath(c))
      const picture = await readTradePicture(market, view, trades)
      if (wantsPartial(c)) return renderPartial(c, <TradePicture {...picture} />)
      const title = translator(c.var.locale)('paper.pictureTitle', { asset, time: formatTime(c.var.locale, last.time) })
      return showPage(c, deps, <TradePicturePage {...picture} />, { title, description: title })
    })
    .route('/', paperOrderRoutes(deps))
}

async function showAccounts(c: Context<AuthEnv>, deps: BotsDeps) {
  const { db, market, flashes } = deps
  const userId = currentUser(c).id
  const page = Math.min(1000, Math.max(1, Math.trunc(Number(c.req.query('page'))) || 1))
  const views = await listViews(deps, userId)
  const known = new Set(views.map(({ instrument }) => instrument.asset))
  const trades = await listManualTrades(db, userId, { limit: pageSize + 1, offset: (page - 1) * pageSize })
  const t = translator(c.var.locale)
  const shown = (
    <AccountsPage
      views={views}
      others={market.instruments.filter(({ asset }) => !known.has(asset))}
      trades={trades.slice(0, pageSize)}
      page={page}
      hasOlder={trades.length > pageSize}
      flash={flashes.take(c)}
    />
  )
  return showPage(c, deps, shown, { title: t('paper.title'), description: t('paper.description') })
}
