import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import { moneyDigits } from '../engine/money.ts'
import type { ManualTrade } from './paper-queries.ts'

const columns = ['time', 'asset', 'side', 'price', 'quantity', 'fee', 'profit', 'reason']

/** Formats trades as CSV: times in ISO 8601 UTC, fees and profits in the quote currency with all digits. */
export function manualTradesCsv(trades: readonly ManualTrade[]): string {
  const lines = trades.map(({ time, asset, side, price, quantity, fee, profit, reason, ...digits }) =>
    csvLine([
      new Date(time).toISOString(),
      asset,
      side,
      decimalText(price, digits.priceDigits ?? 0),
      decimalText(quantity, digits.volumeDigits ?? 0),
      decimalText(fee, moneyDigits),
      // Must be a number: a text that begins with a minus would be escaped as a formula.
      profit / 10 ** moneyDigits,
      reason,
    ]),
  )
  return byteOrderMark + csvLine(columns) + lines.join('')
}
