import type { Db } from '../../db/client.ts'
import { hourMs } from '../../market/timeframe.ts'
import { type Statistics, statisticsOf } from '../backtest/statistics.ts'
import { wholeMoney } from '../engine/money.ts'
import type { RunState } from '../engine/run-state.ts'
import { lifeDrawdown } from '../owner/bot-figures.ts'
import { listMarks, listTrades, type Mark, type TradeRow } from '../owner/owner-queries.ts'
import { type BotRow, maxTrades, readJson } from '../running/runner-queries.ts'

/** Statistics of the whole life, not only of the drawn curve, from hourly marks; undefined before the first mark. */
export async function readStatistics(db: Db, row: BotRow): Promise<Statistics | undefined> {
  const marks = await listMarks(db, row.id)
  if (marks.length === 0) return undefined
  const trades = (await listTrades(db, row.id, { limit: maxTrades })).reverse()
  const capital = wholeMoney(row.capital)
  const run = row.snapshot === null ? undefined : readJson<RunState>(row.snapshot)
  const { deepest, longestMs } = lifeDrawdown(run, { marks, capital, equity: wholeMoney(row.equity ?? capital) })
  const column = (values: number[]) => Float64Array.from(values)
  return statisticsOf(
    {
      trades: {
        time: column(trades.map(({ time }) => time)),
        side: column(trades.map(({ side }) => (side === 'buy' ? 1 : -1))),
        price: column(trades.map(({ price }) => price)),
        quantity: column(trades.map(({ quantity }) => quantity)),
        fee: column(trades.map(({ fee }) => fee)),
        profit: column(trades.map(({ profit }) => profit)),
        reason: column(trades.map(() => 0)),
      },
      marks: {
        time: column(marks.map(({ hour }) => hour)),
        equity: column(marks.map(({ equity }) => equity)),
        close: column(marks.map(({ close }) => close)),
        holds: column(holdsAt(marks, trades)),
        deepest: column([deepest]),
        longestMs: column([longestMs]),
      },
    },
    { capital, tf: 60 },
  )
}

/** Returns 1 for each mark at whose hour's end something is held, else 0. @param trades  ascending */
function holdsAt(marks: readonly Mark[], trades: readonly TradeRow[]): number[] {
  let [held, next] = [0, 0]
  return marks.map(({ hour }) => {
    for (; next < trades.length; next++) {
      const trade = trades[next]
      if (!trade || trade.time >= hour + hourMs) break
      held += trade.side === 'buy' ? trade.quantity : -trade.quantity
    }
    return held > 0 ? 1 : 0
  })
}
