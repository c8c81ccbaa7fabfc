import type { Db } from '../db/client.ts'
import type { Market } from '../market/market.ts'
import { minuteMs } from '../market/timeframe.ts'
import { type Units, wholeUnits } from '../market/units.ts'
import type { BotPast } from './bot-figures.ts'
import type { BotRow } from './running/runner-queries.ts'

/** Ninety days of hours: curves and drawdowns of older bots are of these. */
const mostMarks = 2160
/** Bots whose sales and first price are remembered */
const mostRemembered = 1000

interface Remembered {
  startPrice: Units | undefined
  sales: number
  wins: number
  /** The newest trade that is counted */
  trade: number
}

export interface Pasts {
  /** In the order of the rows */
  of(rows: readonly BotRow[]): Promise<BotPast[]>
}

export interface PastsDeps {
  db: Pick<Db, 'readAll' | 'readOne'>
  market: Pick<Market, 'columns'>
}

/** What `figuresOf` needs. Trades are counted once: bots may have 20,000 of them, and lists are asked for often. */
export function createPasts({ db, market }: PastsDeps): Pasts {
  const known = new Map<string, Remembered>()
  const readMarks = db.readAll(`select json_group_array(hour), json_group_array(equity), json_group_array(close)
    from (select hour, equity, close from bot_marks where bot_id = ? order by hour desc limit ${mostMarks})`)
  const countSales = db.readOne(`select coalesce(sum(side = 'sell'), 0) as sales,
    coalesce(sum(side = 'sell' and profit > 0), 0) as wins, max(id) as newest from bot_trades where bot_id = ? and id > ?`)

  const remember = async (row: BotRow): Promise<Remembered> => {
    const before = known.get(row.id) ?? { startPrice: undefined, sales: 0, wins: 0, trade: 0 }
    const counted = await countSales(row.id, before.trade)
    const now = {
      startPrice: before.startPrice ?? (await startPriceOf(row, market)),
      sales: before.sales + Number(counted?.sales ?? 0),
      wins: before.wins + Number(counted?.wins ?? 0),
      trade: Math.max(before.trade, Number(counted?.newest ?? 0)),
    }
    known.delete(row.id)
    known.set(row.id, now)
    for (const id of known.keys()) {
      if (known.size <= mostRemembered) break
      known.delete(id)
    }
    return now
  }
  return {
    of: async (rows) => {
      const pasts: BotPast[] = []
      for (const row of rows) {
        const { startPrice, sales, wins } = row.startedAt === null ? nothing : await remember(row)
        const [columns = []] = row.startedAt === null ? [] : await readMarks(row.id)
        pasts.push({ marks: marksOf(columns), sales, wins, startPrice })
      }
      return pasts
    },
  }
}

const nothing = { startPrice: undefined, sales: 0, wins: 0 }

/** The open of the first minute it may trade in; undefined where that is not stored. */
async function startPriceOf({ asset, startedAt }: BotRow, market: PastsDeps['market']): Promise<Units | undefined> {
  if (startedAt === null) return undefined
  const from = startedAt - (startedAt % minuteMs)
  const { open } = await market.columns({ asset, tf: 1, from, to: from + 60 * minuteMs, limit: 1 })
  return open[0] === undefined ? undefined : wholeUnits(open[0])
}

function marksOf(columns: readonly unknown[]): BotPast['marks'] {
  const [hours = [], equities = [], closes = []] = columns.map((text): number[] => JSON.parse(String(text)))
  const newestFirst = hours.map((hour, index) => ({ hour, equity: equities[index] ?? 0, close: closes[index] ?? 0 }))
  return newestFirst.reverse()
}
