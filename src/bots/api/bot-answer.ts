import { decimalText } from '../backtest/backtest-answer.ts'
import { moneyDigits } from '../engine/money.ts'
import type { PlannedBot, TradeRow } from '../owner/owner-queries.ts'
import type { BotRow } from '../running/runner-queries.ts'

/* API form of a bot. Money, prices and quantities are decimal strings: exact where a float64 would be rounded. */

export function botAnswer({ row, plan }: PlannedBot) {
  const { id, name, asset, tf, state, reason, capital, equity, createdAt, startedAt } = row
  const { strategy, params } = plan
  const money = { capital: decimalText(capital, moneyDigits), equity: decimalText(equity, moneyDigits) }
  return { id, name, asset, tf, strategy, params, state, reason, ...money, createdAt, startedAt }
}

export function tradeAnswer(trade: TradeRow, { priceDigits, volumeDigits }: BotRow) {
  const { id, time, side, reason } = trade
  return {
    id,
    time,
    side,
    price: decimalText(trade.price, priceDigits ?? 0),
    quantity: decimalText(trade.quantity, volumeDigits ?? 0),
    fee: decimalText(trade.fee, moneyDigits),
    profit: decimalText(trade.profit, moneyDigits),
    reason,
  }
}
