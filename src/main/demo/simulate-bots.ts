import { setTimeout as delay } from 'node:timers/promises'
import { wholeMoney } from '../../bots/engine/money.ts'
import { makeDemoBots } from '../../bots/list/demo-bots.ts'
import { createBot } from '../../bots/owner/own-bots.ts'
import { type Begin, beginBot, insertCommand } from '../../bots/owner/owner-queries.ts'
import { runBots } from '../../bots/running/run-bots.ts'
import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import type { Logger } from '../../log/logger.ts'
import type { Market } from '../../market/market.ts'
import { dayMs, minuteMs, openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import { toDecimal, type Units, wholeUnits } from '../../market/units.ts'
import { type BotPlan, botPlans } from './bot-plans.ts'
import type { Members } from './members.ts'

/** Polling interval, ms */
const lookMs = 20

/** Resolves when the market is live and its history is backfilled. */
export async function untilFilled(market: Pick<Market, 'state'>): Promise<void> {
  for (;;) {
    const { name, isBackfilling } = market.state()
    if (name === 'live' && !isBackfilling) return
    await delay(lookMs)
  }
}

/** Returns the open price of the first known minute at or after a time. @throws Error if there is none */
export async function priceAt(market: Pick<Market, 'columns'>, asset: string, time: number): Promise<Units> {
  const { open } = await market.columns({ asset, tf: 1, from: openTimeOf(time, 1), limit: 1 })
  if (open[0] === undefined) throw new Error(`The market has no price of ${asset} at ${new Date(time).toISOString()}`)
  return wholeUnits(open[0])
}

/** Returns the open time of the last completed minute */
function lastMinute(now: number): number {
  return openTimeOf(now, 1 satisfies Timeframe) - minuteMs
}

export interface SimulationDeps {
  db: Db
  market: Market
  events: Events
  log: Logger
  /** Current time, ms UTC */
  now: number
  /** Days of price history */
  days: number
}

/** Adds bots that began in the past, with past owner commands; `playBots` computes their results. */
export async function addBots(deps: SimulationDeps, members: Members): Promise<number> {
  for (const plan of botPlans) await addBot(deps, plan, members[plan.owner].id)
  return botPlans.length
}

async function addBot({ db, market, now, days }: SimulationDeps, bot: BotPlan, userId: string): Promise<void> {
  const { name, asset, tf, life, isDraft = false, acts = [] } = bot
  const instrument = market.instrument(asset)
  if (!instrument) throw new Error(`The market has no ${asset}`)
  const startedAt = openTimeOf(lastMinute(now) - life * days * dayMs, isDraft ? 1 : 60)
  const price = toDecimal(await priceAt(market, asset, startedAt), instrument.priceDigits)
  const draft = { userId, name, asset, tf, capital: wholeMoney(bot.capital * 1e8), plan: bot.plan(price) }
  const made = await createBot({ db, now: () => startedAt }, draft)
  if (made.status !== 'created') throw new Error(`The bot ${name} could not be made: ${made.status}`)
  if (isDraft) return
  const { id } = made
  await beginBot(db, { id, ...beginAt(market, asset, startedAt) })
  for (const { after, act } of acts) {
    const at = openTimeOf(startedAt + after * (now - startedAt), 1)
    await insertCommand(db, id, { act: { ...act, after: at }, now: at })
  }
}

/** Returns the start of a bot. @param startedAt  open time of the first minute in which the bot trades */
export function beginAt(market: Market, asset: string, startedAt: number): Omit<Begin, 'id'> {
  const { priceDigits = 0, volumeDigits = 0 } = market.instrument(asset) ?? {}
  const span = { cursor: startedAt - minuteMs, startedAt, now: startedAt }
  return { source: market.feed.id, priceDigits, volumeDigits, ...span }
}

/**
 * Runs all bots over the stored candles up to now with the server's engine. The engine's clock is set before the
 * history begins, so that no trade counts as caught up late. @throws Error when a bot has failed
 */
export async function simulateBots({ db, market, events, log, now, days }: SimulationDeps): Promise<void> {
  await makeDemoBots({ db, market, events, now: () => now })
  const runner = runBots({ db, market, events, log, now: () => now - (days + 1) * dayMs })
  await runner.claim()
  await runner.idle()
  await runner.close()
  const [failed] = await db.readAll("select name, reason from bots where state = 'error'")()
  if (failed) throw new Error(`The bot ${failed.join(' has failed: ')}`)
}
