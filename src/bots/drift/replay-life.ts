import type { CandleColumns } from '../../market/columns.ts'
import { openTimeOf, type Timeframe } from '../../market/timeframe.ts'
import type { Money, TradeScale } from '../engine/money.ts'
import { minuteAt } from '../engine/replay.ts'
import type { PersonalAct, Setup } from '../engine/run-state.ts'
import { type Plan, setupOf } from '../plan.ts'
import { type BotRun, createBotRun } from '../running/bot-run.ts'
import type { ComparedTrade } from './compare-trades.ts'

/** All that has made a bot trade as it did; crosses to another thread. */
export interface Life {
  tf: Timeframe
  capital: Money
  scale: TradeScale
  /** ms UTC, of the feed */
  startedAt: number
  /** openTime of the last minute to be passed */
  until: number
  /** In the order they were played; `after` is the openTime of the last minute before, of the first one's no matter */
  revisions: readonly { revision: number; plan: Plan; after: number }[]
  /** In the order they took effect */
  acts: readonly { id: number; act: PersonalAct; after: number }[]
  /** Known minutes, ascending; those before `startedAt` warm up */
  minutes: CandleColumns
}

/** By the program that runs bots. What people told it takes effect at the same minutes. @returns its trades, in order */
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

/** Known minutes before one of them: as many as a plan's strategy wants to have seen, and some. */
function* pastOf(minutes: CandleColumns, index: number, { playing }: Setup, tf: Timeframe) {
  const from = Math.max(0, index - ((playing?.warmUp ?? 0) + 2) * tf)
  for (let at = from; at < index; at++) yield minuteAt(minutes, at)
}

/** The setup that wants to have seen most before the first minute. */
export function longestOf({
  revisions,
  ...stake
}: Pick<Life, 'revisions' | 'tf' | 'capital' | 'scale'>): Setup | undefined {
  const setups = revisions.map(({ plan }) => setupOf(plan, stake))
  return setups.toSorted((a, b) => (b.playing?.warmUp ?? 0) - (a.playing?.warmUp ?? 0))[0]
}
