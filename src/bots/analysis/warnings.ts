import { dayMs } from '../../market/timeframe.ts'
import type { BacktestRun, MarkColumns } from '../backtest/run-backtest.ts'
import type { Statistics } from '../backtest/statistics.ts'
import type { Costs } from '../engine/money.ts'
import type { Json } from '../engine/strategy.ts'
import { findStrategy } from '../strategies/catalog.ts'

/** With fewer sales or days than these, the figures of a run say little. */
const fewSales = 30
const shortDays = 30

/** Reasons why a result is not trustworthy; `kind` is a key into the texts. */
export type Warning =
  | { kind: 'few-trades'; sales: number; least: number }
  /** The profit depends on the best sale, which earned `share` of the total profit (at least 1). */
  | { kind: 'one-trade'; share: number }
  | { kind: 'no-fees' }
  | { kind: 'no-slippage' }
  /** A parameter is at its bound, so better values may lie beyond. */
  | { kind: 'at-bound'; parameter: string; value: number; bound: 'min' | 'max' }
  | { kind: 'short-period'; days: number; least: number }
  /** The candles begin later than the requested period: at `since`, ms UTC. */
  | { kind: 'late-start'; since: number; days: number; asked: number }
  | { kind: 'halted'; reason: string }

export interface Warned {
  strategy: string
  params: Json
  costs: Costs
  /** Tested period; `to` is exclusive, both in ms UTC */
  from: number
  to: number
  run: Pick<BacktestRun, 'trades' | 'halted'> & { marks: Pick<MarkColumns, 'time'> }
  statistics: Pick<Statistics, 'sales'>
}

export function warningsOf({ strategy, params, costs, from, to, run, statistics }: Warned): Warning[] {
  const warnings: Warning[] = []
  if (run.halted !== undefined) warnings.push({ kind: 'halted', reason: run.halted })
  if (statistics.sales < fewSales) warnings.push({ kind: 'few-trades', sales: statistics.sales, least: fewSales })
  const share = shareOfBest(run.trades)
  if (share !== undefined && share >= 1) warnings.push({ kind: 'one-trade', share })
  const since = Math.max(from, run.marks.time[0] ?? from)
  const [days, asked] = [(to - since) / dayMs, (to - from) / dayMs]
  if (since - from >= dayMs) warnings.unshift({ kind: 'late-start', since, days, asked })
  if (days < shortDays) warnings.push({ kind: 'short-period', days, least: shortDays })
  if (costs.takerFee === 0) warnings.push({ kind: 'no-fees' })
  if (costs.slippage === 0 && costs.spread === 0) warnings.push({ kind: 'no-slippage' })
  return [...warnings, ...boundsTouched(findStrategy(strategy)?.parameters ?? [], params)]
}

/** Returns the best sale's share of the total profit; undefined without a total profit or with fewer than two sales. */
function shareOfBest({ side, profit }: BacktestRun['trades']): number | undefined {
  let [sum, best, sales] = [0, 0, 0]
  for (let trade = 0; trade < side.length; trade++) {
    if (side[trade] === 1) continue
    sales++
    sum += profit[trade] ?? 0
    best = Math.max(best, profit[trade] ?? 0)
  }
  return sales > 1 && sum > 0 ? best / sum : undefined
}

/** Returns warnings about parameters at a strategy's own bounds, or at the ends of a sweep's ranges. */
export function boundsTouched(
  bounds: readonly { name: string; min: number; max: number; unit?: string }[],
  params: Json,
): Warning[] {
  if (typeof params !== 'object' || params === null) return []
  const values = new Map<string, Json>(Object.entries(params))
  return bounds.flatMap(({ name, min, max, unit }): Warning[] => {
    const value = values.get(name)
    if (typeof value !== 'number' || unit === 'choice' || min === max) return []
    if (value !== min && value !== max) return []
    return [{ kind: 'at-bound', parameter: name, value, bound: value === min ? 'min' : 'max' }]
  })
}
