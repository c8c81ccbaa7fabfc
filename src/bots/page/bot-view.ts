import type { Db } from '../../db/client.ts'
import { shownStateOf } from '../../market/asset-state.ts'
import type { Market } from '../../market/market.ts'
import { hourMs } from '../../market/timeframe.ts'
import type { Digits } from '../../market/units.ts'
import { type Statistics, statisticsOf } from '../backtest/statistics.ts'
import { type Drift, findDrift } from '../drift/drift-queries.ts'
import { wholeMoney } from '../engine/money.ts'
import type { RunState } from '../engine/run-state.ts'
import {
  type BotFigures,
  figuresOf,
  isAhead,
  isAlive,
  lifeDrawdown,
  type PerformanceHistory,
  priceFor,
} from '../owner/bot-figures.ts'
import {
  listMarks,
  listRevisions,
  listTrades,
  type Mark,
  type PlannedBot,
  type TradeRow,
} from '../owner/owner-queries.ts'
import type { PerformanceHistories } from '../owner/performance-histories.ts'
import type { Plan } from '../plan.ts'
import {
  type BotRow,
  listWaitingCommands,
  maxTrades,
  readJson,
  readPlan,
  type WaitingCommand,
} from '../running/runner-queries.ts'
import { type LoggedEntry, type LogPlace, listLog } from './page-queries.ts'

/** Shown pages of the bot's trades and log; undefined for the newest entries. */
export interface BotPlaces {
  /** Only trades with an id below this are shown */
  trades?: number | undefined
  log?: LogPlace | undefined
  /** Whether only decisions with an effect are shown */
  led: boolean
}

interface Paged<Row> {
  rows: Row[]
  hasOlder: boolean
}

/**
 * Reasons why the bot gets no minutes at present: the feed is silent or has ended, or there is a problem with the asset
 * or the clock.
 */
type BlockedReason = 'away' | 'ended' | 'halted' | 'stale' | 'closed' | 'backfilling' | 'ahead'

/**
 * Kinds of visitors: an owner can change the bot, a member can copy it, and a visitor with the link must not learn
 * anything that identifies the bot.
 */
type Viewer = 'owner' | 'member' | 'visitor' | 'link'

export interface BotView extends PlannedBot {
  viewer: Viewer
  /** Path of the bot's page for this visitor, without the locale prefix */
  address: string
  digits: Digits
  quote: string
  figures: BotFigures
  run: RunState | undefined
  marks: PerformanceHistory['marks']
  /** Price of the asset at the bot's start, in the bot's units */
  startPrice: number | undefined
  waiting: WaitingCommand[]
  /** Reason why the bot gets no minutes; undefined if it gets them or is not running */
  blockedReason: BlockedReason | undefined
  places: BotPlaces
  trades: Paged<TradeRow>
  log: Paged<LoggedEntry>
  drift: Drift | undefined
}

const tradesShown = 25
const logShown = 20

const noHistory: PerformanceHistory = { marks: [], sales: 0, wins: 0 }

export interface ViewDeps {
  db: Db
  market: Pick<Market, 'current' | 'feed' | 'instrument' | 'state'>
  histories: PerformanceHistories
}

export async function readBot(
  { db, market, histories }: ViewDeps,
  { row, plan }: PlannedBot,
  { viewer, address, places }: Pick<BotView, 'viewer' | 'address' | 'places'>,
): Promise<BotView> {
  const { id, asset } = row
  const instrument = market.instrument(asset)
  const [history = noHistory] = await histories.of([row])
  const trades = await listTrades(db, id, { limit: tradesShown + 1, before: places.trades })
  const log = await listLog(db, id, { limit: logShown + 1, before: places.log, led: places.led })
  return {
    row,
    plan,
    viewer,
    address,
    places,
    blockedReason: isAlive(row) ? blockedReasonOf(market, row) : undefined,
    digits: digitsOf(row, instrument),
    quote: instrument?.quote ?? '',
    figures: figuresOf(row, history, priceFor(row, market)),
    run: row.snapshot === null ? undefined : readJson<RunState>(row.snapshot),
    marks: history.marks,
    startPrice: history.startPrice ?? history.marks[0]?.close,
    waiting: isAlive(row) ? await listWaitingCommands(db, id) : [],
    trades: { rows: trades.slice(0, tradesShown), hasOlder: trades.length > tradesShown },
    log: { rows: log.slice(0, logShown), hasOlder: log.length > logShown },
    drift: await findDrift(db, id),
  }
}

export interface Revision {
  revision: number
  plan: Plan
  createdAt: number
  /** openTime of the last minute before the revision took effect, ms UTC */
  playedAfter: number | null
}

/** Reads the revisions of a bot, newest first. */
export async function readRevisions(db: Db, id: string): Promise<Revision[]> {
  const rows = await listRevisions(db, id)
  return rows.map(({ plan, ...row }) => ({ ...row, plan: readPlan(plan) })).reverse()
}

function digitsOf({ priceDigits, volumeDigits }: PlannedBot['row'], instrument: Digits | undefined): Digits {
  if (priceDigits !== null && volumeDigits !== null) return { priceDigits, volumeDigits }
  return { priceDigits: instrument?.priceDigits ?? 2, volumeDigits: instrument?.volumeDigits ?? 2 }
}

function blockedReasonOf(market: ViewDeps['market'], row: PlannedBot['row']): BlockedReason | undefined {
  const state = market.state()
  if (state.name !== 'live') return state.name === 'ended' ? 'ended' : 'away'
  if (isAhead(row, market)) return 'ahead'
  const shown = shownStateOf(state, row.asset)
  if (shown === 'halted' || shown === 'stale' || shown === 'closed' || shown === 'backfilling') return shown
  return shown === 'refused' ? 'away' : undefined
}

/** Whether a stop of the bot is pending, or the bot is halted but has not sold everything yet. */
export function isStopping({ row, run, waiting }: Pick<BotView, 'row' | 'run' | 'waiting'>): boolean {
  return isAlive(row) && (run?.mode.state === 'halted' || waiting.some(({ act }) => act.do === 'halt'))
}

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
