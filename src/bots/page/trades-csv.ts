import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/client.ts'
import { byteOrderMark, csvLine } from '../../ui/list/csv.ts'
import { decimalText } from '../backtest/backtest-answer.ts'
import { moneyDigits } from '../engine/money.ts'
import { listTrades } from '../owner/owner-queries.ts'
import type { BotRow } from '../running/runner-queries.ts'

const columns = ['id', 'time', 'side', 'price', 'quantity', 'fee', 'profit', 'reason', 'caught_up']
const pageSize = 1000

/** Newest first, as exact decimals; times in UTC. A page is read when the one before has been taken. */
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
          // Its minus would be the beginning of a formula: numbers are no text.
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
