import { runBacktest } from '../../src/bots/backtest/run-backtest.ts'
import { wholeMoney } from '../../src/bots/engine/money.ts'
import type { Json } from '../../src/bots/engine/strategy.ts'
import { emptyColumns } from '../../src/market/columns.ts'
import { seeded } from './generate.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const candles = 1_000_000
export const begin = Date.UTC(2024, 0, 1)

export const scale = { priceDigits: 2, volumeDigits: 5, priceStep: 1, quantityStep: 1, minNotional: wholeMoney(5e8) }

const measured: { strategy: string; params: Json; atLeast?: number }[] = [
  { strategy: 'ma-cross', params: { fast: 20, slow: 50 }, atLeast: 1_000_000 },
  { strategy: 'rsi', params: { length: 14, buyBelow: 30, sellAbove: 70 } },
  {
    strategy: 'rules',
    params: { text: 'enter when RSI(14) < 30 and close > EMA(200)\nexit when RSI(14) > 70 or profit < -2%' },
    atLeast: 500_000,
  },
  { strategy: 'breakout', params: { length: 20, atrLength: 14, atrMultiple: 2 } },
  { strategy: 'grid', params: { lower: 80_000, upper: 100_000, levels: 20 } },
  { strategy: 'dca', params: { amount: 50, every: 1440, safetyOrders: 3, dip: 2, scale: 1.5, takeProfit: 3 } },
]

/** Measures one-minute candles per second of processor time of one thread, with fills, fees and equity. */
export function benchBacktest(report: Report): void {
  const minutes = walk(candles)
  const costs = { takerFee: 1000, makerFee: 1000, spread: 100, slippage: 500 }
  const terms = { scale, costs, order: 'nearest' } as const
  for (const { strategy, params, atLeast } of measured) {
    const task = {
      strategy,
      params,
      capital: wholeMoney(1e12),
      terms,
      tf: 1,
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
      minutes,
    } as const
    const rounds = Array.from({ length: 5 }, () => {
      const startedAt = process.cpuUsage()
      runBacktest(task)
      const { user } = process.cpuUsage(startedAt)
      return candles / (user / 1e6)
    })
    report(
      `backtest of ${strategy}, candles a second`,
      median(rounds),
      '/s',
      atLeast === undefined ? undefined : { atLeast },
    )
  }
}

/** Generates the minutes of a random walk */
export function walk(candles: number) {
  const random = seeded(11)
  const columns = emptyColumns(candles)
  let price = 9_000_000
  for (let index = 0; index < candles; index++) {
    const open = price
    price = Math.max(1_000_000, price + Math.round((random() - 0.5) * 8000))
    columns.openTime[index] = begin + index * 60_000
    columns.open[index] = open
    columns.close[index] = price
    columns.high[index] = Math.max(open, price) + 500
    columns.low[index] = Math.min(open, price) - 500
    columns.volume[index] = 100_000
  }
  return columns
}
