import { toDecimal, wholeUnits } from '../../market/units.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { moneyDigits } from '../engine/money.ts'
import type { HandTrade } from './paper-queries.ts'

const columns = ['time', 'asset', 'side', 'price', 'quantity', 'fee', 'profit', 'reason']

/** Times in ISO 8601 UTC; a fee and a profit in the quote. */
export function handTradesCsv(trades: readonly HandTrade[]): string {
  const money = (amount: number) => toDecimal(wholeUnits(amount), moneyDigits)
  const lines = trades.map(({ time, asset, side, price, quantity, fee, profit, reason, ...digits }) =>
    csvLine([
      new Date(time).toISOString(),
      asset,
      side,
      toDecimal(wholeUnits(price), digits.priceDigits ?? 0),
      toDecimal(wholeUnits(quantity), digits.volumeDigits ?? 0),
      money(fee),
      money(profit),
      reason,
    ]),
  )
  return byteOrderMark + csvLine(columns) + lines.join('')
}
