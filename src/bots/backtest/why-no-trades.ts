import { minuteMs } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'
import { fillableQuantity } from '../engine/account.ts'
import { feeOf, type Money, takerPrice, wholeMoney, worthOf } from '../engine/money.ts'
import type { Order } from '../engine/order.ts'
import { minuteAt, replay } from '../engine/replay.ts'
import type { DroppedIntent } from '../engine/risk.ts'
import type { RunState } from '../engine/run-state.ts'
import type { BoundStrategy, Idle } from '../engine/strategy.ts'
import { findStrategy } from '../strategies/catalog.ts'
import type { NoTrades } from './no-trades.ts'
import type { BacktestTask } from './run-backtest.ts'

/**
 * Explains a run without trades by replaying it with a listener. Without trades the account is the same as at the
 * start.
 */
export function whyNoTrades(task: BacktestTask): NoTrades {
  const outcome = findStrategy(task.strategy)?.bind(task.params)
  if (outcome?.status !== 'ready') throw new Error(`Invalid parameters of the strategy ${task.strategy}`)
  const { capital, terms, risk, tf, from, to, minutes } = task
  const { playing } = outcome
  if (extremesOf(task, from).count === 0) return { kind: 'no-candles' }
  const seen = {
    candles: 0,
    closes: 0,
    isReady: false,
    refused: [] as { order: Order; time: number }[],
    why: [] as DroppedIntent['why'][],
  }
  const watch = () => {
    const see = playing.watch()
    return (candle: Parameters<typeof see>[0]) => {
      seen.candles++
      return see(candle)
    }
  }
  const setup = { capital, terms, risk, playing: { ...playing, watch } }
  const going = replay(
    { setup, tf, minutes, from, to },
    {
      onLog: (entry) => {
        if (entry.kind === 'refused' && seen.refused.length === 0) seen.refused.push(entry)
        if (entry.kind !== 'decision') return
        seen.closes++
        if (Object.keys(entry.signals).length > 0) seen.isReady = true
        if (seen.why.length === 0) seen.why.push(...entry.dropped.map(({ why }) => why))
      },
    },
  )
  let next = going.next()
  while (!next.done) next = going.next()
  const state = next.value

  const [refused] = seen.refused
  if (refused) return refusal(task, state, refused)
  const waiting = waitingBuy(task, state)
  if (waiting) return waiting
  const [why] = seen.why
  if (why) return { kind: 'rules', why }
  if (seen.closes === 0) return { kind: 'no-close', tf }
  const { candles } = seen
  if (playing.warmUp > 0 && !seen.isReady) return { kind: 'warm-up', candles, needed: candlesNeeded(playing) }
  const idle = playing.whyIdle?.(state.memory, { desk: state.desk, scale: terms.scale, price: state.price, time: to })
  return idle ? idleness(task, idle) : { kind: 'no-signal', candles: seen.closes }
}

function refusal(task: BacktestTask, { desk }: RunState, { order, time }: { order: Order; time: number }): NoTrades {
  const { scale, costs } = task.terms
  const index = task.minutes.openTime.indexOf(time - minuteMs)
  const { open } = minuteAt(task.minutes, index)
  const price = order.kind === 'limit' ? order.price : takerPrice('buy', open, costs, scale.priceStep)
  const rate = order.kind === 'limit' ? costs.makerFee : costs.takerFee
  const quantity = fillableQuantity(order, desk.account, { price, rate, scale, allocation: task.risk?.allocation })
  const { cash } = desk.account
  const spend = order.kind === 'market' && order.side === 'buy' && order.spend !== 'all' ? order.spend : cash
  const money = wholeMoney(Math.min(spend, cash))
  if (quantity === 0) return belowStep(task, money, { price, rate })
  return { kind: 'below-minimum', money: worthOf(quantity, price, scale, 'down'), least: scale.minNotional }
}

function belowStep(
  { terms: { scale } }: BacktestTask,
  money: Money,
  { price, rate }: { price: Units; rate: number },
): NoTrades {
  const step = wholeUnits(scale.quantityStep)
  const stepCost = wholeMoney(worthOf(step, price, scale, 'up') + feeOf(step, price, rate, scale))
  return { kind: 'below-step', money, stepCost, step }
}

/** Explains why the buy order nearest to the price was not filled by the end of the run. */
function waitingBuy(task: BacktestTask, { desk: { orders }, minute }: RunState): NoTrades | undefined {
  const buys = orders.filter(({ side }) => side === 'buy')
  const market = buys.find(({ kind }) => kind === 'market')
  if (market) return { kind: market.placedAt > minute ? 'at-end' : 'no-volume' }
  const resting = buys.filter((order) => order.kind !== 'market')
  const limit = resting.filter(({ kind }) => kind === 'limit').toSorted((one, other) => other.price - one.price)[0]
  const nearest = limit ?? resting.toSorted((one, other) => one.price - other.price)[0]
  if (!nearest) return undefined
  const { price, kind, placedAt } = nearest
  const { count, lowest, highest } = extremesOf(task, placedAt)
  if (count === 0) return { kind: 'at-end' }
  // A limit order fills only one step beyond its price, as in `fills.ts`.
  if (kind === 'limit' ? lowest <= price - task.terms.scale.priceStep : highest >= price) return { kind: 'no-volume' }
  return kind === 'limit' ? { kind: 'stayed-above', price, lowest } : { kind: 'stayed-below', price, highest }
}

function idleness(task: BacktestTask, idle: Idle): NoTrades {
  if (idle.kind === 'below-step') return belowStep(task, idle.money, { price: idle.price, rate: 0 })
  return { kind: 'stayed-below', price: idle.price, highest: extremesOf(task, task.from).highest }
}

function extremesOf({ minutes: { openTime, low, high }, to }: BacktestTask, from: number) {
  let [count, lowest, highest] = [0, Number.POSITIVE_INFINITY, 0]
  for (let index = 0; index < openTime.length; index++) {
    const time = openTime[index] ?? 0
    if (time < from || time >= to) continue
    count++
    lowest = Math.min(lowest, low[index] ?? 0)
    highest = Math.max(highest, high[index] ?? 0)
  }
  return { count, lowest: wholeUnits(count === 0 ? 0 : lowest), highest: wholeUnits(highest) }
}

/** Returns the number of candles that a strategy needs until its first signals. Any changing prices will do. */
function candlesNeeded({ watch, warmUp }: BoundStrategy): number {
  const see = watch()
  for (let candle = 1; candle < warmUp; candle++) {
    const price = wholeUnits(1000 + (candle % 7))
    const [openTime, volume] = [candle * minuteMs, wholeUnits(1)]
    if (Object.keys(see({ openTime, open: price, high: price, low: price, close: price, volume })).length > 0)
      return candle
  }
  return warmUp
}
