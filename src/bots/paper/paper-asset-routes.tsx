import type { Context } from 'hono'
import { type AuthEnv, currentUser } from '../../auth/middleware.ts'
import { RejectedPageError } from '../../http/errors.ts'
import { renderPartial } from '../../http/render.tsx'
import { en } from '../../i18n/messages/en.ts'
import { ru } from '../../i18n/messages/ru.ts'
import { translator } from '../../i18n/translate.ts'
import { isTimeframe } from '../../market/timeframe.ts'
import type { FormState } from '../../pages/form-state.ts'
import { type PageStatus, showPage } from '../../pages/show-page.ts'
import { fullPath } from '../../shell/address.ts'
import type { BotsDeps } from '../bots-deps.ts'
import { PaperAssetPage } from './asset-page.tsx'
import type { Ticket } from './order-ticket.tsx'
import { PaperDesk } from './paper-desk.tsx'
import { closedReason } from './paper-orders.ts'
import { listManualTrades } from './paper-queries.ts'
import { type AccountView, findView } from './paper-view.ts'

const newestTrades = 20
/** Number of candles in the chart: fills a wide window, with some more to scroll to */
const shownCandles = 240

/** Finds the account in an asset. @throws RejectedPageError if the asset is not listed */
export async function requireView(c: Context<AuthEnv>, deps: BotsDeps, asset: string): Promise<AccountView> {
  const view = await findView(deps, { userId: currentUser(c).id, asset })
  if (!view) throw new RejectedPageError(fullPath(c))
  return view
}

export async function renderDesk(c: Context<AuthEnv>, deps: BotsDeps, view: AccountView) {
  return renderPartial(c, <PaperDesk view={view} trades={await tradesOf(c, deps, view)} />)
}

export async function showPaperAsset(
  c: Context<AuthEnv>,
  deps: BotsDeps,
  { view, ticket, fees }: { view: AccountView; ticket: Ticket; fees?: FormState },
  status?: PageStatus,
) {
  const { market, flashes } = deps
  const { asset } = view.instrument
  const asked = Number(c.req.query('tf'))
  const tf = isTimeframe(asked) ? asked : 15
  const t = translator(c.var.locale)
  const page = (
    <PaperAssetPage
      view={view}
      {...ticket}
      fees={fees}
      trades={await tradesOf(c, deps, view)}
      flash={flashes.take(c)}
      closed={closedReason(deps, asset, view.account)}
      state={market.state()}
      chart={{
        tf,
        candles: await market.candles({ asset, tf, limit: shownCandles }),
        words: { ru, en }[c.var.locale].charts,
      }}
    />
  )
  const [title, description] = [t('paper.assetTitle', { asset }), t('paper.assetDescription', { asset })]
  return showPage(c, deps, page, { title, description, status })
}

function tradesOf(c: Context<AuthEnv>, { db }: BotsDeps, { instrument: { asset } }: AccountView) {
  return listManualTrades(db, currentUser(c).id, { asset, limit: newestTrades })
}
