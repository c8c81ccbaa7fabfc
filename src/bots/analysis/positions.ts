import type { BacktestRun } from '../backtest/run-backtest.ts'
import { moneyDigits, type TradeScale } from '../engine/money.ts'

/** A holding, from its first purchase until all is sold. */
export interface Position {
  /** Index of the mark of the candle with the purchase */
  from: number
  /** Candles at whose close something was held; 0 if sold within the candle */
  length: number
}

export interface Positions {
  all: Position[]
  /** Invested share of the equity: mean over the candles at whose close something was held; at most 1 */
  invested: number
}

export function positionsOf({ trades, marks }: Pick<BacktestRun, 'trades' | 'marks'>, scale: TradeScale): Positions {
  const unit = 10 ** (moneyDigits - scale.priceDigits - scale.volumeDigits)
  const candles = marks.time.length
  const all: Position[] = []
  let [held, since, invested, heldCandles, trade] = [0, 0, 0, 0, 0]
  const tradeUntil = (end: number, candle: number) => {
    for (; trade < trades.time.length && (trades.time[trade] ?? 0) < end; trade++) {
      const before = held
      held += (trades.side[trade] ?? 0) * (trades.quantity[trade] ?? 0)
      if (before === 0 && held > 0) since = candle
      if (before > 0 && held === 0) all.push({ from: since, length: candle - since })
    }
  }
  for (let candle = 0; candle < candles; candle++) {
    tradeUntil(marks.time[candle + 1] ?? Number.POSITIVE_INFINITY, candle)
    if (held === 0) continue
    heldCandles++
    invested += (held * (marks.close[candle] ?? 0) * unit) / (marks.equity[candle] ?? 1)
  }
  if (held > 0) all.push({ from: since, length: candles - since })
  return { all, invested: heldCandles === 0 ? 1 : Math.min(1, invested / heldCandles) }
}
