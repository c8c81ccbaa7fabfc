import { decimalText } from '../backtest/backtest-answer.ts'
import { moneyDigits } from '../engine/money.ts'
import type { Trial } from './trials.ts'

/** With all digits, times in UTC; begins with the mark by which spreadsheets know the encoding. */
export function tradesCsv({ trades, reasons, instrument }: Pick<Trial, 'trades' | 'reasons' | 'instrument'>): string {
  const { priceDigits, volumeDigits } = instrument
  const rows = Array.from(trades.time, (time, at) => [
    new Date(time).toISOString(),
    trades.side[at] === 1 ? 'buy' : 'sell',
    decimalText(trades.price[at] ?? 0, priceDigits),
    decimalText(trades.quantity[at] ?? 0, volumeDigits),
    decimalText(trades.fee[at] ?? 0, moneyDigits),
    decimalText(trades.profit[at] ?? 0, moneyDigits),
    reasons[trades.reason[at] ?? 0] ?? '',
  ])
  const lines = [['time', 'side', 'price', 'quantity', 'fee', 'profit', 'reason'], ...rows]
  return `\u{feff}${lines.map((line) => `${line.join(',')}\r\n`).join('')}`
}
