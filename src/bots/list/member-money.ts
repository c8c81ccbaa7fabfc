import type { Db } from '../../db/client.ts'
import type { Translate } from '../../i18n/translate.ts'
import { isStale, type MarketState } from '../../market/asset-state.ts'
import type { Market } from '../../market/market.ts'
import { isAlive } from '../owner/bot-figures.ts'
import { listBots, listDayOldMarks, type Mark } from '../owner/owner-queries.ts'
import { figuresFor, listViews } from '../paper/paper-view.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { lineOf, type Summable, totalsOf } from './bot-line.ts'

/** Totals of a member's bots, or of the member's paper accounts. Money is in 10^-8 of the quote currency. */
export interface MoneyTotals {
  /** Number of bots or accounts, started or not */
  count: number
  /** Number of bots that run; of accounts, all */
  running: number
  /** Quote currency; undefined if nothing has started, or if there are several, whose amounts cannot be summed */
  quote: string | undefined
  equity: number
  /** Profit of the last 24 hours, or since the start if that is later */
  dayProfit: number
  /** Number of holdings, and what they are worth */
  positions: number
  worth: number
  /** `loading`: the first prices are expected; `stale`: some running bot or account has no current price */
  prices: 'current' | 'stale' | 'loading'
}

export interface MemberMoney {
  /** Undefined without any bot */
  bots: MoneyTotals | undefined
  /** Undefined before the first order */
  paper: MoneyTotals | undefined
}

interface MoneyDeps {
  db: Db
  market: Pick<Market, 'current' | 'feed' | 'instrument' | 'listing' | 'state'>
  t: Translate
}

/** Reads the totals of a member's money; they equal those on the pages of bots and of paper trading. */
export async function readMemberMoney({ db, market, t }: MoneyDeps, userId: string): Promise<MemberMoney> {
  const [bots, views, marks] = await Promise.all([
    listBots(db, userId),
    listViews({ db, market }, userId),
    listDayOldMarks(db, userId),
  ])
  const own = bots.filter(({ row }) => row.userId === userId)
  const lines = own.map((bot) => ({
    row: bot.row,
    ...lineOf(bot, historyOf(marks.get(bot.row.id)), { market, t }),
  }))
  const accounts = views.flatMap((view) => {
    const { row } = view.account
    if (!row) return []
    const figures = figuresFor(view, historyOf(marks.get(row.id)))
    return [{ row, state: row.state, figures, quote: view.instrument.quote }]
  })
  return { bots: totalOf(lines, market), paper: totalOf(accounts, market) }
}

function historyOf(mark: Mark | undefined) {
  return { marks: mark ? [mark] : [], sales: 0, wins: 0 }
}

interface Line extends Summable {
  row: BotRow
}

type Prices = Pick<Market, 'current' | 'instrument' | 'state'>

function totalOf(lines: readonly Line[], market: Prices): MoneyTotals | undefined {
  if (lines.length === 0) return undefined
  const started = lines.filter(({ row }) => row.startedAt !== null)
  const { quote, equity, dayProfit, running } = totalsOf(started)
  const held = started.flatMap(({ figures: { position } }) => position ?? [])
  return {
    ...{ count: lines.length, running, quote, equity, dayProfit },
    positions: held.length,
    worth: held.reduce((sum, { worth }) => sum + worth, 0),
    prices: pricesOf(lines.map(({ row }) => row).filter(isAlive), market),
  }
}

/** @param rows  bots and accounts whose figures follow prices */
function pricesOf(rows: readonly BotRow[], market: Prices): MoneyTotals['prices'] {
  const state = market.state()
  const priceless = rows.some(({ asset }) => market.instrument(asset) && !market.current(asset, 1))
  if (priceless && isBeginning(state)) return 'loading'
  return priceless || rows.some(({ asset }) => isStale(state, asset)) ? 'stale' : 'current'
}

function isBeginning({ name, isBackfilling }: MarketState): boolean {
  return name === 'connecting' || isBackfilling
}
