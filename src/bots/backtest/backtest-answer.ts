import type { Instrument } from '../../market/instrument.ts'
import { minuteMs, type Timeframe } from '../../market/timeframe.ts'
import type { Digits } from '../../market/units.ts'
import { moneyDigits } from '../engine/money.ts'
import { noTradesText } from './no-trades.ts'
import type { BacktestRun } from './run-backtest.ts'
import type { Statistics } from './statistics.ts'

interface Answered {
  instrument: Digits
  request: { tf: Timeframe; to: number }
}

/** Number of rows written before the event loop gets a turn */
const sliceRows = 1000

/** Formats integer units with all their decimals: exact where a float64 would be rounded. */
export function decimalText(units: number, digits: number): string {
  const [sign, figures] = [units < 0 ? '-' : '', String(Math.abs(units)).padStart(digits + 1, '0')]
  const point = figures.length - digits
  return digits === 0 ? sign + figures : `${sign}${figures.slice(0, point)}.${figures.slice(point)}`
}

/** Yields the JSON of a backtest's answer in pieces, because the equity of ninety days is 4 MB. */
export async function* answerText(
  { trades, marks, reasons }: BacktestRun,
  summary: object,
  { instrument: { priceDigits, volumeDigits }, request: { tf, to } }: Answered,
): AsyncGenerator<string> {
  const trade = (index: number) => {
    const price = decimalText(trades.price[index] ?? 0, priceDigits)
    const quantity = decimalText(trades.quantity[index] ?? 0, volumeDigits)
    const fee = decimalText(trades.fee[index] ?? 0, moneyDigits)
    const profit = decimalText(trades.profit[index] ?? 0, moneyDigits)
    const side = trades.side[index] === 1 ? 'buy' : 'sell'
    const reason = reasons[trades.reason[index] ?? 0]
    return JSON.stringify({ time: trades.time[index], side, price, quantity, fee, profit, reason })
  }
  // The mark of an unfinished last candle has the time of the end of the period.
  const timeOf = (openTime: number) => (openTime + tf * minuteMs > to ? to : openTime)
  const mark = (index: number) =>
    `[${timeOf(marks.time[index] ?? 0)},${(marks.equity[index] ?? 0) / 10 ** moneyDigits}]`
  yield '{"trades":['
  yield* rows(trades.time.length, trade)
  yield '],"equity":['
  yield* rows(marks.time.length, mark)
  yield `],"summary":${JSON.stringify(summary)}}`
}

/** Returns the statistics of the answer, with money in the quote currency. */
export function summaryOf(
  statistics: Statistics,
  { halted, noTrades }: Pick<BacktestRun, 'halted' | 'noTrades'>,
  instrument: Instrument,
): object {
  const money = (value: number) => value / 10 ** moneyDigits
  const { equity, profit, fees, expectancy, ...shares } = statistics
  return {
    ...shares,
    equity: money(equity),
    profit: money(profit),
    fees: money(fees),
    expectancy: expectancy === undefined ? undefined : money(expectancy),
    halted,
    noTrades: noTrades && { reason: noTrades.kind, detail: noTradesText('en', noTrades, instrument) },
  }
}

async function* rows(count: number, row: (index: number) => string): AsyncGenerator<string> {
  for (let from = 0; from < count; from += sliceRows) {
    const slice = Array.from({ length: Math.min(sliceRows, count - from) }, (_, index) => row(from + index))
    yield (from > 0 ? ',' : '') + slice.join(',')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
