import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import { moneyDigits } from '../engine/money.ts'
import type { BacktestReport } from './backtest-reports.ts'

const columns = ['time', 'side', 'price', 'quantity', 'fee', 'profit', 'reason']

/** Formats trades as CSV, with all digits and times in UTC. */
export function tradesCsv({
  trades,
  reasons,
  instrument,
}: Pick<BacktestReport, 'trades' | 'reasons' | 'instrument'>): string {
  const { priceDigits, volumeDigits } = instrument
  const lines = Array.from(trades.time, (time, at) =>
    csvLine([
      new Date(time).toISOString(),
      trades.side[at] === 1 ? 'buy' : 'sell',
      decimalText(trades.price[at] ?? 0, priceDigits),
      decimalText(trades.quantity[at] ?? 0, volumeDigits),
      decimalText(trades.fee[at] ?? 0, moneyDigits),
      // Must be a number: a text that begins with a minus would be escaped as a formula.
      (trades.profit[at] ?? 0) / 10 ** moneyDigits,
      reasons[trades.reason[at] ?? 0] ?? '',
    ]),
  )
  return byteOrderMark + csvLine(columns) + lines.join('')
}
