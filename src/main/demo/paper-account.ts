import { maxQuantity, priceLevel, wholeMoney, wholeRate } from '../../bots/engine/money.ts'
import type { Intent } from '../../bots/engine/order.ts'
import { createBot } from '../../bots/owner/own-bots.ts'
import { beginBot, findManualBot, insertCommand } from '../../bots/owner/owner-queries.ts'
import { manualCapital, manualPlan } from '../../bots/paper/manual-plan.ts'
import { manualScale } from '../../bots/paper/paper-account.ts'
import { manualReason } from '../../bots/paper/read-order.ts'
import { dayMs, openTimeOf } from '../../market/timeframe.ts'
import { priceAt } from './filled-market.ts'
import type { Members } from './members.ts'
import { beginAt, type SimulationDeps } from './simulate-bots.ts'

const money = (whole: number) => wholeMoney(whole * 1e8)
const base = { reason: manualReason }

/** Adds manual orders that took effect in the past; `playBots` fills them. */
export async function addPaperAccounts(deps: SimulationDeps, members: Members): Promise<void> {
  for (const { id } of [members.ivan, members.alice]) {
    await addPaperAccount(deps, { userId: id, asset: 'BTCUSDT', life: 0.4 })
    await addPaperAccount(deps, { userId: id, asset: 'SOLUSDT', life: 0.2 })
  }
}

interface NewAccount {
  userId: string
  asset: string
  /** Share of the demo history during which the account has existed */
  life: number
}

async function addPaperAccount(deps: SimulationDeps, { userId, asset, life }: NewAccount): Promise<void> {
  const { db, market, now, days } = deps
  const at = (share: number) => openTimeOf(now - share * life * days * dayMs, 1)
  const draft = { userId, kind: 'manual', name: asset, asset, tf: 1, capital: manualCapital, plan: manualPlan } as const
  await createBot({ db, now: () => at(1) }, draft)
  const row = (await findManualBot(db, userId, asset))?.row
  const scale = manualScale(market, asset)
  if (!row || !scale) throw new Error(`The paper account in ${asset} could not be made`)
  await beginBot(db, { id: row.id, ...beginAt(market, asset, at(1)) })
  const order = async (share: number, intents: readonly Intent[]) => {
    await insertCommand(db, row.id, { act: { do: 'order', intents, after: at(share) }, now: at(share) })
  }
  await order(0.95, [{ act: 'buy', spend: money(4000), name: 'first', ...base }])
  const later = await priceAt(market, asset, at(0.5))
  const sold = maxQuantity(money(1500), later, 0, scale)
  await order(0.5, [{ act: 'sell', quantity: sold, ...base }])
  const price = priceLevel(await priceAt(market, asset, at(0.05)), wholeRate * 0.95, 'down', scale)
  const quantity = maxQuantity(money(1000), price, manualPlan.costs.takerFee, scale)
  await order(0.05, [{ act: 'limit', side: 'buy', price, quantity, name: 'second', ...base }])
}
