import { wholeMoney } from '../src/bots/engine/money.ts'
import { openRun } from '../src/bots/engine/step.ts'
import type { Json } from '../src/bots/engine/strategy.ts'
import { createBot } from '../src/bots/owner/own-bots.ts'
import { type Plan, setupOf } from '../src/bots/plan.ts'
import type { Db } from '../src/db/client.ts'
import { defaultInstruments } from '../src/market/instrument.ts'

const hourMs = 3_600_000
const capital = wholeMoney(1000 * 1e8)
const costs = { takerFee: 1000, makerFee: 1000, spread: 0, slippage: 0 }
const params: Record<string, Json> = {
  rsi: { length: 14, buyBelow: 30, sellAbove: 70 },
  'ma-cross': { fast: 2, slow: 5 },
}

export interface PlayedBot {
  /** Owner of the bot; null for a bot that is visible to everybody */
  userId: string | null
  name: string
  state?: string
  asset?: string
  strategy?: 'ma-cross' | 'rsi'
  /** Hourly equity values up to now, for an initial capital of 1,000 */
  equities?: readonly number[]
  /** Current time, ms UTC */
  now: number
}

let made = 0

/**
 * Adds a bot that has reached the last equity value, all in cash; each bot is newer than the one before. @returns its
 * ID
 */
export async function addPlayedBot(db: Db, given: PlayedBot): Promise<string> {
  const { userId, name, state = 'running', asset = 'BTCUSDT', strategy = 'rsi', equities = [], now } = given
  const plan: Plan = { strategy, params: params[strategy] ?? {}, costs, order: 'nearest' }
  const draft = { userId, name, asset, tf: 60 as const, capital, plan }
  const created = await createBot({ db, now: () => now + ++made }, draft)
  if (created.status !== 'created') throw new Error(created.status)
  if (state === 'draft') return created.id
  const { priceDigits = 2, volumeDigits = 5 } = defaultInstruments.find((own) => own.asset === asset) ?? {}
  const scale = { priceDigits, volumeDigits, priceStep: 1, quantityStep: 1, minNotional: wholeMoney(0) }
  const run = openRun(setupOf(plan, { tf: 60, capital, scale }))
  const cash = wholeMoney((equities.at(-1) ?? 1000) * 1e8)
  const account = { ...run.desk.account, cash, realised: wholeMoney(cash - capital) }
  const snapshot = JSON.stringify({ ...run, price: 10_000, desk: { ...run.desk, account } })
  const hour = now - (now % hourMs)
  const began = hour - equities.length * hourMs
  const cursor = now - (now % 60_000) - 60_000
  await db.writeRaw([
    {
      sql: `update bots set state = ?, started_at = ?, source = 'demo', price_digits = ?, volume_digits = ?, cursor = ?,
        snapshot = ?, equity = ? where id = ?`,
      args: [state, began, priceDigits, volumeDigits, cursor, snapshot, cash, created.id],
    },
    ...equities.map((equity, n) => ({
      sql: 'insert into bot_marks values (?, ?, ?, 10000)',
      args: [created.id, began + n * hourMs, equity * 1e8],
    })),
  ])
  return created.id
}
