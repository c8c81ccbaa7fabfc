import { type CandleColumns, columnsFrom } from '../market/columns.ts'
import type { Instrument } from '../market/instrument.ts'
import { type Market, readConsistently } from '../market/market.ts'
import {
  annualVolatility,
  changeInPercent,
  correlation,
  type Drawdown,
  maxDrawdown,
  returnsByTime,
} from '../market/statistics.ts'
import { dayMs, hourMs } from '../market/timeframe.ts'
import { toDecimal, wholeUnits } from '../market/units.ts'
import type { AssetLine } from './asset-line.ts'
import { memory } from './screener/memory.ts'
import { priceAgo } from './screener/read-figures.ts'

const returnPeriods = ['1h', '4h', '24h', '7d', '30d', '90d'] as const
const volatilityPeriods = ['24h', '7d', '30d'] as const
type Period = (typeof returnPeriods)[number]

const lengths: Record<Period, number> = {
  '1h': hourMs,
  '4h': 4 * hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
}

interface PeriodReturn {
  period: Period
  /** Price change in percent; undefined if the market is younger than the period */
  change: number | undefined
  /** Price at which the return ends, if other than that of the statistics */
  last?: number
}

/** Replaces the figures that the list also has by those of the list, so that all pages show the same figures. */
export function withLine(statistics: AssetStatistics, line: AssetLine | undefined): AssetStatistics {
  if (!line) return statistics
  const { change24h, volatility, figures } = line
  const changes: Partial<Record<Period, number | undefined>> = {
    '24h': change24h,
    '7d': figures.week,
    '30d': figures.month,
  }
  return {
    ...statistics,
    returns: statistics.returns.map((each) =>
      each.period in changes ? { ...each, change: changes[each.period], last: line.last } : each,
    ),
    volatilities: statistics.volatilities.map((each) => (each.period === '24h' ? { ...each, volatility } : each)),
  }
}

interface PeriodVolatility {
  period: Period
  /** Volatility in percent per year; undefined if there are too few hours */
  volatility: number | undefined
}

interface AssetCorrelation {
  asset: string
  /** Correlation of hourly returns over 30 days, −1 to 1; undefined if too few hours overlap */
  value: number | undefined
}

export interface AssetStatistics {
  /** Time of the computation, ms UTC */
  at: number
  /** Price at which all returns end */
  last: number | undefined
  returns: PeriodReturn[]
  volatilities: PeriodVolatility[]
  /** Maximum drawdown over 90 days, from hourly candles; undefined if prices have only risen */
  drawdown: Drawdown | undefined
  /** Correlations with every other asset, highest first */
  correlations: AssetCorrelation[]
}

export interface StatisticsReader {
  /** Returns the statistics of an asset, computed at most once a minute per asset. */
  of(asset: string): Promise<AssetStatistics>
}

export function createStatistics(
  market: Pick<Market, 'columns' | 'pricesAt' | 'current' | 'instrument' | 'instruments'>,
  now: () => number,
) {
  const statistics = memory<AssetStatistics>(market, now)
  const hours = memory<CandleColumns>(market, now)
  /** Current time of the market, ms UTC: recordings run in their own time. */
  const timeOf = (asset: string) => market.current(asset, 1)?.time ?? now()
  const hoursOf = (asset: string, days: number) =>
    hours(`${asset} ${days}`, () => market.columns({ asset, tf: 60, from: timeOf(asset) - days * dayMs }))

  const compute = async (asset: string): Promise<AssetStatistics> => {
    const at = timeOf(asset)
    const quarter = await hoursOf(asset, 90)
    const month = returnsSince(quarter, at - lengths['30d'])
    const before = await market.pricesAt(returnPeriods.map((period) => priceAgo(asset, at, lengths[period])))
    const last = market.current(asset, 1)?.close
    const returns = returnPeriods.map((period, place): PeriodReturn => {
      const first = before[place]
      return { period, change: first && last !== undefined ? changeInPercent(first, last) : undefined }
    })
    const correlations: AssetCorrelation[] = []
    for (const { asset: other } of market.instruments) {
      if (other === asset) continue
      const others = returnsSince(await hoursOf(other, 30), at - lengths['30d'])
      correlations.push({ asset: other, value: correlation(month, others) })
    }
    return {
      at: now(),
      last: priceOf(market, asset),
      returns,
      volatilities: volatilityPeriods.map((period) => {
        const hourly = returnsSince(quarter, at - lengths[period])
        const volatility = annualVolatility([...hourly.values()], lengths[period] / hourMs)
        return { period, volatility }
      }),
      drawdown: drawdownOf(quarter, market.instrument(asset)),
      correlations: correlations.toSorted((a, b) => (b.value ?? -2) - (a.value ?? -2)),
    }
  }
  return {
    of: (asset) => statistics(asset, () => readConsistently(market, () => compute(asset))),
  } satisfies StatisticsReader
}

function priceOf(market: Pick<Market, 'current' | 'instrument'>, asset: string): number | undefined {
  const [tick, instrument] = [market.current(asset, 1), market.instrument(asset)]
  return tick && instrument && toDecimal(tick.close, instrument.priceDigits)
}

function returnsSince(hours: CandleColumns, from: number): Map<number, number> {
  return returnsByTime(columnsFrom(hours, from), hourMs)
}

function drawdownOf(hours: CandleColumns, instrument: Instrument | undefined): Drawdown | undefined {
  const found = maxDrawdown(hours)
  const price = (units: number) => toDecimal(wholeUnits(units), instrument?.priceDigits ?? 0)
  return found && { ...found, high: price(found.high), low: price(found.low) }
}
