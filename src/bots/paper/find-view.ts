import type { Market } from '../../market/market.ts'
import { priceFor } from '../owner/bot-figures.ts'
import { accountOf, manualScale, type PaperAccount } from './paper-account.ts'
import { findAccount, type PaperDeps, type PaperPlace } from './paper-orders.ts'
import { type AccountRow, listAccounts } from './paper-queries.ts'
import type { AccountView } from './paper-view.ts'

/** Reads the account of a user in an asset. Undefined if the asset is not listed. */
export async function findView(
  deps: Pick<PaperDeps, 'db' | 'market'>,
  place: PaperPlace,
): Promise<AccountView | undefined> {
  const account = await findAccount(deps, place)
  return account && viewOf(deps.market, place.asset, account)
}

/** Reads the user's accounts in all traded assets that are still listed. */
export async function listViews({ db, market }: Pick<PaperDeps, 'db' | 'market'>, userId: string) {
  const rows = await listAccounts(db, userId)
  return rows.flatMap(({ row, acts }: AccountRow): AccountView[] => {
    const scale = manualScale(market, row.asset)
    const view = scale && viewOf(market, row.asset, accountOf(row, acts, scale))
    return view ? [view] : []
  })
}

function viewOf(market: PaperDeps['market'], asset: string, account: PaperAccount): AccountView | undefined {
  const [instrument, scale] = [market.instrument(asset), manualScale(market, asset)]
  if (!instrument || !scale) return undefined
  return { instrument, scale, account, price: priceOf(market, asset, account) }
}

/** Returns the last price in the account's units; undefined if the source or digits have changed. */
function priceOf(market: Pick<Market, 'current' | 'feed' | 'instrument'>, asset: string, { row }: PaperAccount) {
  return row && row.state !== 'draft' ? priceFor(row, market) : market.current(asset, 1)?.close
}
