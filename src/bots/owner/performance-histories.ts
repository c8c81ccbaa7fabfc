import type { Db } from '../../db/client.ts'
import type { Market } from '../../market/market.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../market/units.ts'
import type { BotRow } from '../running/runner-queries.ts'
import type { PerformanceHistory } from './bot-figures.ts'

/** Max hourly marks of a curve: ninety days. The curves of older bots show only these. */
const maxMarks = 2160
/** Max bots whose histories are cached, up to 200 kB each */
const maxRemembered = 200

interface Remembered {
  /** Start of the bot; a different value means another life, because demo bots may be restarted */
  startedAt: number | null
  startPrice: Units | undefined
  marks: PerformanceHistory['marks']
  sales: number
  wins: number
  /** Id of the newest trade that is counted */
  trade: number
}

export interface PerformanceHistories {
  /** Returns the history of each bot, in the order of the rows */
  of(rows: readonly BotRow[]): Promise<PerformanceHistory[]>
}

export interface PerformanceHistoriesDeps {
  db: Pick<Db, 'readAll' | 'readOne'>
  market: Pick<Market, 'columns'>
}

/**
 * Caches the input of `figuresOf`. Reads only marks and trades added since, because lists are requested often and
 * histories are long.
 */
export function createPerformanceHistories({ db, market }: PerformanceHistoriesDeps): PerformanceHistories {
  const known = new Map<string, Remembered>()
  const readMarks = db.readAll(`select json_group_array(hour), json_group_array(equity), json_group_array(close)
    from (select hour, equity, close from bot_marks where bot_id = ? and hour >= ? order by hour desc limit ${maxMarks})`)
  const countSales = db.readOne(`select coalesce(sum(side = 'sell'), 0) as sales,
    coalesce(sum(side = 'sell' and profit > 0), 0) as wins, max(id) as newest from bot_trades where bot_id = ? and id > ?`)

  const remember = async (row: BotRow): Promise<Remembered> => {
    const remembered = known.get(row.id)
    const before = remembered?.startedAt === row.startedAt ? remembered : nothingOf(row)
    const counted = await countSales(row.id, before.trade)
    // The last known mark may change until its hour is over, so it is read again.
    const last = before.marks.at(-1)?.hour ?? 0
    const [columns = []] = await readMarks(row.id, last)
    return {
      startedAt: row.startedAt,
      startPrice: before.startPrice ?? (await startPriceOf(row, market)),
      marks: [...before.marks.filter(({ hour }) => hour < last), ...marksOf(columns)].slice(-maxMarks),
      sales: before.sales + Number(counted?.sales ?? 0),
      wins: before.wins + Number(counted?.wins ?? 0),
      trade: Math.max(before.trade, Number(counted?.newest ?? 0)),
    }
  }
  const keep = (id: string, now: Remembered) => {
    known.delete(id)
    known.set(id, now)
    for (const oldest of known.keys()) {
      if (known.size <= maxRemembered) break
      known.delete(oldest)
    }
  }
  return {
    of: async (rows) => {
      const histories: PerformanceHistory[] = []
      for (const row of rows) {
        const history = row.startedAt === null ? nothingOf(row) : await remember(row)
        if (row.startedAt !== null) keep(row.id, history)
        histories.push(history)
      }
      return histories
    },
  }
}

function nothingOf({ startedAt }: BotRow): Remembered {
  return { startedAt, startPrice: undefined, marks: [], sales: 0, wins: 0, trade: 0 }
}

/** Returns the open price of the first minute in which the bot may trade; undefined if it is not stored. */
async function startPriceOf(
  { asset, startedAt }: BotRow,
  market: PerformanceHistoriesDeps['market'],
): Promise<Units | undefined> {
  if (startedAt === null) return undefined
  const from = startedAt - (startedAt % minuteMs)
  const { open } = await market.columns({ asset, tf: 1, from, to: from + 60 * minuteMs, limit: 1 })
  return open[0] === undefined ? undefined : wholeUnits(open[0])
}

function marksOf(columns: readonly unknown[]): PerformanceHistory['marks'] {
  const [hours = [], equities = [], closes = []] = columns.map((text): number[] => JSON.parse(String(text)))
  const newestFirst = hours.map((hour, index) => ({ hour, equity: equities[index] ?? 0, close: closes[index] ?? 0 }))
  return newestFirst.reverse()
}
