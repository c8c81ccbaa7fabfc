import type { CandleColumns } from '../../market/columns.ts'
import { openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import type { Money, TradeScale } from '../engine/money.ts'
import { minuteAt } from '../engine/replay.ts'
import type { BotCommand, Setup } from '../engine/run-state.ts'
import { type Plan, setupOf } from '../plan.ts'
import { type BotRun, createBotRun } from '../running/bot-run.ts'

/** All inputs that determined a bot's trades. Must be structured-cloneable, because it is sent to a worker thread. */
export interface Life {
  tf: Timeframe
  capital: Money
  scale: TradeScale
  /** Start of the bot by the feed's clock, ms UTC */
  startedAt: number
  /** openTime of the last minute to replay, ms UTC */
  until: number
  /**
   * Plans in the order in which they took effect. `after` is the openTime of the last minute under the previous plan;
   * ignored for the first
   */
  revisions: readonly { revision: number; plan: Plan; after: number }[]
  /** Commands in the order in which they took effect */
  acts: readonly { id: number; act: BotCommand; after: number }[]
  /** Known minutes, ascending; minutes before `startedAt` are for the warm-up */
  minutes: CandleColumns
}

/**
 * Replays a bot's life with the same code that runs bots. Commands take effect at the same minutes as they did live.
 * @returns the trades of the replay, in order
 */
export function replayLife({ minutes, ...life }: Life): ComparedTrade[] {
  const { tf, startedAt } = life
  const [begun, ...revisions] = life.revisions
  if (!begun) return []
  const first = openTimeOf(startedAt, 1)
  const count = minutes.openTime.length
  const begin = minutes.openTime.findIndex((openTime) => openTime >= first)
  const before = Array.from({ length: begin < 0 ? count : begin }, (_, index) => minuteAt(minutes, index))
  const run = createBotRun({ setup: setupOf(begun.plan, life), tf, revision: begun.revision, before, from: first })
  const acts = [...life.acts]
  let nextAct = acts.shift()
  const trades: ComparedTrade[] = []
  for (let index = before.length; index < count; index++) {
    const minute = minuteAt(minutes, index)
    if (minute.openTime > life.until) break
    for (; nextAct !== undefined && nextAct.after < minute.openTime; nextAct = acts.shift()) run.act(nextAct)
    while (revisions[0] && revisions[0].after < minute.openTime) {
      const [next] = revisions.splice(0, 1)
      if (!next) break
      const setup = setupOf(next.plan, life)
      run.revise({ revision: next.revision, setup, before: pastOf(minutes, index, setup, tf) })
    }
    run.pass(minute)
    trades.push(...tradesOf(run))
  }
  return trades
}

function tradesOf(run: BotRun): ComparedTrade[] {
  return run.take().fills.map(({ order: { side, reason }, time, price, quantity, fee }) => ({
    time,
    side,
    price,
    quantity,
    fee,
    reason,
  }))
}

/** Yields the known minutes before `index` that are enough to warm up the strategy of `playing`. */
function* pastOf(minutes: CandleColumns, index: number, { playing }: Setup, tf: Timeframe) {
  const from = Math.max(0, index - ((playing?.warmUp ?? 0) + 2) * tf)
  for (let at = from; at < index; at++) yield minuteAt(minutes, at)
}

/** Returns the setup whose strategy has the longest warm-up. */
export function longestOf({
  revisions,
  ...funding
}: Pick<Life, 'revisions' | 'tf' | 'capital' | 'scale'>): Setup | undefined {
  const setups = revisions.map(({ plan }) => setupOf(plan, funding))
  return setups.toSorted((a, b) => (b.playing?.warmUp ?? 0) - (a.playing?.warmUp ?? 0))[0]
}

/** A live or replayed trade, in the units of its bot. Stored as JSON. */
export interface ComparedTrade {
  /** openTime of the trade's minute, ms UTC */
  time: number
  side: 'buy' | 'sell'
  price: number
  quantity: number
  fee: number
  reason: string
}

export interface Difference {
  /** Kind of the difference. `missing`: replayed, but not live; `extra`: live, but not replayed */
  kind: 'missing' | 'extra' | 'price' | 'quantity' | 'fee'
  live?: ComparedTrade
  replayed?: ComparedTrade
  /** Whether candles that the decision used have been corrected since */
  isAfterCorrection: boolean
}

/**
 * Compares live and replayed trades, both in order. Trades of the same minute, side and reason count as the same trade.
 */
export function compareTrades(
  live: readonly ComparedTrade[],
  replayed: readonly ComparedTrade[],
  corrections: readonly { from: number }[],
): Difference[] {
  const first = Math.min(...corrections.map(({ from }) => from))
  const expected = Map.groupBy(replayed, keyOf)
  const differences: Omit<Difference, 'isAfterCorrection'>[] = []
  for (const trade of live) {
    const match = expected.get(keyOf(trade))?.shift()
    if (!match) {
      differences.push({ kind: 'extra', live: trade })
      continue
    }
    const kind = (['price', 'quantity', 'fee'] as const).find((name) => match[name] !== trade[name])
    if (kind) differences.push({ kind, live: trade, replayed: match })
  }
  for (const left of expected.values()) {
    for (const trade of left) differences.push({ kind: 'missing', replayed: trade })
  }
  return differences
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map((difference) => ({ ...difference, isAfterCorrection: timeOf(difference) >= first }))
}

function keyOf({ time, side, reason }: ComparedTrade): string {
  return `${time} ${side} ${reason}`
}

function timeOf({ live, replayed }: Pick<Difference, 'live' | 'replayed'>): number {
  return (live ?? replayed)?.time ?? 0
}
