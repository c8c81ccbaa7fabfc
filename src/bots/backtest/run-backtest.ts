import type { CandleColumns } from '../../market/columns.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import type { Money } from '../engine/money.ts'
import type { Terms } from '../engine/portfolio.ts'
import { type ReplayListener, replay } from '../engine/replay.ts'
import type { RiskRules } from '../engine/risk.ts'
import type { Mode, RunState } from '../engine/run-state.ts'
import { equityAt } from '../engine/step.ts'
import type { Json } from '../engine/strategy.ts'
import { findStrategy } from '../strategies/catalog.ts'
import type { NoTrades } from './no-trades.ts'

/** Input of a backtest. Must be structured-cloneable, because it is sent to a worker thread. */
export interface BacktestTask {
  strategy: string
  /** Parameters that the strategy's schema has already validated */
  params: Json
  capital: Money
  terms: Terms
  risk?: RiskRules | undefined
  tf: Timeframe
  /** Tested period; `to` is exclusive, both in ms UTC */
  from: number
  to: number
  /** Minutes of the period and, for the warm-up, before `from` */
  minutes: CandleColumns
  /** Whether to compute the run with the other order of extremes too */
  both?: boolean | undefined
  /** Whether to analyze the run too, with both orders of extremes */
  isAnalysed?: boolean | undefined
}

/** Trades of a run in columns of the same length, one entry per trade. */
export interface TradeColumns {
  time: Float64Array<ArrayBuffer>
  /** Side of the trade: 1 for a purchase, -1 for a sale */
  side: Float64Array<ArrayBuffer>
  price: Float64Array<ArrayBuffer>
  quantity: Float64Array<ArrayBuffer>
  fee: Float64Array<ArrayBuffer>
  profit: Float64Array<ArrayBuffer>
  /** Index into `reasons` of the run */
  reason: Float64Array<ArrayBuffer>
}

/** Marks of a run: one entry per candle, at its close; the last entry is at the end of the run. */
export interface MarkColumns {
  /** openTime of the marked candle, ms UTC */
  time: Float64Array<ArrayBuffer>
  equity: Float64Array<ArrayBuffer>
  close: Float64Array<ArrayBuffer>
  /** 1 if something is held at the close of the candle, else 0 */
  holds: Float64Array<ArrayBuffer>
  /** Deepest drawdown so far, and longest time below a peak, ms; both measured each minute, see `Drawdown` */
  deepest: Float64Array<ArrayBuffer>
  longestMs: Float64Array<ArrayBuffer>
}

export interface BacktestRun {
  trades: TradeColumns
  marks: MarkColumns
  reasons: string[]
  /** Equity and deepest drawdown at the same marks with the other order of extremes, if the task asks for both */
  other?: Pick<MarkColumns, 'equity' | 'deepest'>
  halted?: string
  /** Reason why a run has no trades; `runBacktest` does not compute it */
  noTrades?: NoTrades
}

/**
 * Runs a backtest synchronously, so call it on a worker thread only. @throws TooMuchMoneyError
 * @param onProgress  receives the finished share
 */
export function runBacktest(task: BacktestTask, onProgress: (share: number) => void = () => {}): BacktestRun {
  const outcome = findStrategy(task.strategy)?.bind(task.params)
  if (outcome?.status !== 'ready')
    throw new Error(`Invalid parameters of the strategy ${task.strategy}: ${JSON.stringify(task.params)}`)
  const { capital, terms, risk, tf, from, to, minutes, both = false } = task
  const setup = { capital, terms, risk, playing: outcome.playing }
  const record = createRecord(terms, both)
  const going = replay({ setup, tf, minutes, from, to }, record.listener)
  for (;;) {
    const { done, value } = going.next()
    if (done) return record.end(value.mode)
    onProgress(value / minutes.openTime.length)
  }
}

/** Records a replay in columns, without an object for each trade and mark. */
function createRecord(terms: Terms, both: boolean): { listener: ReplayListener; end(mode: Mode): BacktestRun } {
  const reasons = new Map<string, number>()
  const trades = columnsOf('time', 'side', 'price', 'quantity', 'fee', 'profit', 'reason')
  const marks = columnsOf('time', 'equity', 'close', 'holds', 'deepest', 'longestMs')
  const other = columnsOf('equity', 'deepest')
  return {
    listener: {
      onFill: ({ order, time, price, quantity, fee, profit }) => {
        const reason = reasons.get(order.reason) ?? reasons.size
        reasons.set(order.reason, reason)
        trades.time.push(time)
        trades.side.push(order.side === 'buy' ? 1 : -1)
        trades.price.push(price)
        trades.quantity.push(quantity)
        trades.fee.push(fee)
        trades.profit.push(profit)
        trades.reason.push(reason)
      },
      onMark: (time, state) => {
        marks.time.push(time)
        marks.equity.push(equityAt(state, terms))
        marks.close.push(state.price)
        marks.holds.push(state.desk.account.quantity > 0 ? 1 : 0)
        marks.deepest.push(state.drawdown?.deepest ?? 0)
        marks.longestMs.push(state.drawdown?.longestMs ?? 0)
      },
      ...(both && {
        onOtherMark: (state: RunState) => {
          other.equity.push(equityAt(state, terms))
          other.deepest.push(state.drawdown?.deepest ?? 0)
        },
      }),
    },
    end: (mode) => ({
      trades: valuesOf(trades),
      marks: valuesOf(marks),
      reasons: [...reasons.keys()],
      ...(both && { other: valuesOf(other) }),
      ...(mode.state === 'halted' && { halted: mode.reason }),
    }),
  }
}

function columnsOf<Name extends string>(...names: Name[]) {
  const entries = names.map((name) => [name, createGrowingColumn()] as const)
  return Object.fromEntries(entries) as Record<Name, ReturnType<typeof createGrowingColumn>>
}

function valuesOf<Name extends string>(columns: Record<Name, ReturnType<typeof createGrowingColumn>>) {
  const names = Object.keys(columns) as Name[]
  return Object.fromEntries(names.map((name) => [name, columns[name].values()])) as Record<
    Name,
    Float64Array<ArrayBuffer>
  >
}

/** Growable array of numbers without an object per number, for an unknown length. */
interface GrowingColumn {
  push(value: number): void
  /** Returns a copy of the values so far, which can be transferred to another thread */
  values(): Float64Array<ArrayBuffer>
}

function createGrowingColumn(): GrowingColumn {
  let room = new Float64Array(1024)
  let length = 0
  return {
    push: (value) => {
      if (length === room.length) {
        const larger = new Float64Array(2 * length)
        larger.set(room)
        room = larger
      }
      room[length++] = value
    },
    values: () => room.slice(0, length),
  }
}
