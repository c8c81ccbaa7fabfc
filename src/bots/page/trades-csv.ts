import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/client.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import { moneyDigits } from '../engine/money.ts'
import { listTrades } from '../owner/owner-queries.ts'
import type { BotRow } from '../running/runner-queries.ts'

const columns = ['id', 'time', 'side', 'price', 'quantity', 'fee', 'profit', 'reason', 'caught_up']
const pageSize = 1000

/**
 * Streams trades as CSV, newest first, as exact decimals, with times in UTC. Reads a page only when the previous one
 * was consumed.
 */
export function tradesCsv(db: Db, { id, priceDigits, volumeDigits }: BotRow): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let before: number | undefined
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + csvLine(columns))),
    pull: async (controller) => {
      await setImmediate()
      const trades = await listTrades(db, id, { limit: pageSize, ...(before !== undefined && { before }) })
      const lines = trades.map((trade) =>
        csvLine([
          trade.id,
          new Date(trade.time).toISOString(),
          trade.side,
          decimalText(trade.price, priceDigits ?? 0),
          decimalText(trade.quantity, volumeDigits ?? 0),
          decimalText(trade.fee, moneyDigits),
          // Must be a number: a text that begins with a minus would be escaped as a formula.
          trade.profit / 10 ** moneyDigits,
          trade.reason,
          trade.isCaughtUp ? 'yes' : 'no',
        ]),
      )
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
      before = trades.at(-1)?.id
      if (trades.length < pageSize) controller.close()
    },
  })
}
