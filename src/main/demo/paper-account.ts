import { mostQuantity, priceLevel, wholeMoney, wholeRate } from '../../bots/engine/money.ts'
import type { Intent } from '../../bots/engine/order.ts'
import { createBot } from '../../bots/owner/own-bots.ts'
import { beginBot, findManualBot, insertAct } from '../../bots/owner/owner-queries.ts'
import { handCapital, handPlan } from '../../bots/paper/hand-plan.ts'
import { handScale } from '../../bots/paper/paper-account.ts'
import { handReason } from '../../bots/paper/read-order.ts'
import { dayMs, openTimeOf } from '../../market/timeframe.ts'
import { priceAt } from './filled-market.ts'
import type { Members } from './members.ts'
import { beginAt, type PlayDeps } from './play-bots.ts'

const money = (whole: number) => wholeMoney(whole * 1e8)
const base = { reason: handReason }

/** Adds manual orders that took effect in the past; `playBots` fills them. */
export async function addPaperAccounts(deps: PlayDeps, members: Members): Promise<void> {
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

async function addPaperAccount(deps: PlayDeps, { userId, asset, life }: NewAccount): Promise<void> {
  const { db, market, now, days } = deps
  const at = (share: number) => openTimeOf(now - share * life * days * dayMs, 1)
  const draft = { userId, kind: 'manual', name: asset, asset, tf: 1, capital: handCapital, plan: handPlan } as const
  await createBot({ db, now: () => at(1) }, draft)
  const row = (await findManualBot(db, userId, asset))?.row
  const scale = handScale(market, asset)
  if (!row || !scale) throw new Error(`The paper account in ${asset} could not be made`)
  await beginBot(db, { id: row.id, ...beginAt(market, asset, at(1)) })
  const order = async (share: number, intents: readonly Intent[]) => {
    await insertAct(db, row.id, { act: { do: 'order', intents, after: at(share) }, now: at(share) })
  }
  await order(0.95, [{ act: 'buy', spend: money(4000), name: 'first', ...base }])
  const later = await priceAt(market, asset, at(0.5))
  const sold = mostQuantity(money(1500), later, 0, scale)
  await order(0.5, [{ act: 'sell', quantity: sold, ...base }])
  const price = priceLevel(await priceAt(market, asset, at(0.05)), wholeRate * 0.95, 'down', scale)
  const quantity = mostQuantity(money(1000), price, handPlan.costs.takerFee, scale)
  await order(0.05, [{ act: 'limit', side: 'buy', price, quantity, name: 'second', ...base }])
}
