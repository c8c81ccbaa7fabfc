import type { Db } from '../../db/client.ts'
import type { Candle } from '../../market/candle.ts'
import type { Market } from '../../market/market.ts'
import { isTimeframe, minuteMs, openTimeOf } from '../../market/timeframe.ts'
import { scaleOf, wholeMoney } from '../engine/money.ts'
import type { Mode, RunState, Setup } from '../engine/run-state.ts'
import { setupOf } from '../plan.ts'
import { type BotRun, createBotRun, type NextRevision } from './bot-run.ts'
import type { Effects } from './effects.ts'
import {
  type BotRow,
  findPlan,
  listNewRevisions,
  listWaitingCommands,
  maxActsRead,
  readJson,
  type WaitingCommand,
} from './runner-queries.ts'
import { minutesOf, readWarmUp } from './warm-up.ts'

/** A leased bot in memory, ahead of its row by the effects not written yet. Its methods must not run concurrently. */
export interface LeasedBot {
  readonly id: string
  readonly asset: string
  /** openTime of the last processed minute, ms UTC */
  readonly cursor: number
  receive(row: BotRow): Promise<void>
  /** Records that published candles have changed; `to` is exclusive. */
  correct(from: number, to: number): void
  pass(minutes: readonly Candle[], isLate: (minute: Candle) => boolean): void
  /** Effects that are to be written; undefined if nothing has changed */
  effects(): Effects | undefined
}

export interface LeasedBotDeps {
  db: Db
  market: Pick<Market, 'columns' | 'instrument' | 'listing' | 'feed'>
}

export type OpenedBot = { status: 'open'; bot: LeasedBot } | { status: 'halted'; reason: string }

export async function openBot(row: BotRow, { db, market }: LeasedBotDeps): Promise<OpenedBot> {
  const { id, asset, tf } = row
  const instrument = market.instrument(asset)
  const listing = market.listing(asset)
  if (!instrument || !listing || !isTimeframe(tf)) return { status: 'halted', reason: 'asset-gone' }
  const isSame = row.priceDigits === instrument.priceDigits && row.volumeDigits === instrument.volumeDigits
  // Orders and holdings are in the units of the source and digits with which the bot began.
  if (row.source !== market.feed.id || !isSame) return { status: 'halted', reason: 'source-changed' }
  const funding = { tf, capital: wholeMoney(row.capital), scale: scaleOf(instrument, listing) }
  const plan = await findPlan(db, id, row.playedRevision)
  if (!plan) throw new Error(`Bot ${id} has no revision ${row.playedRevision}`)
  const setup = setupOf(plan, funding)
  const readBefore = (plays: Setup, to: number) => readWarmUp(market, { asset, tf, setup: plays, to })
  const before = await readBefore(setup, row.cursor + minuteMs)
  const run = createBotRun({
    setup,
    tf,
    revision: row.playedRevision,
    state: row.snapshot === null ? undefined : readJson<RunState>(row.snapshot),
    before: minutesOf(before),
    from: openTimeOf(row.startedAt ?? 0, 1),
  })
  const readRevisions = async (newest: number, to: number): Promise<NextRevision[]> => {
    const revisions = await listNewRevisions(db, id, newest)
    const due = revisions.findLastIndex(({ after }) => (after ?? -1) < to)
    return Promise.all(
      revisions.slice(Math.max(due, 0)).map(async ({ revision, after, ...made }) => {
        const next = setupOf(made.plan, funding)
        return { revision, after, setup: next, before: minutesOf(await readBefore(next, to)) }
      }),
    )
  }
  return { status: 'open', bot: leasedBot(row, { run, readRevisions, readActs: () => listWaitingCommands(db, id) }) }
}

interface LeasedBotSources {
  run: BotRun
  /** Reads revisions after `newest` that can still take effect, with minutes before `to` for their warm-up. */
  readRevisions(newest: number, to: number): Promise<NextRevision[]>
  readActs(): Promise<WaitingCommand[]>
}

function leasedBot({ id, asset, ...row }: BotRow, { run, readRevisions, readActs }: LeasedBotSources): LeasedBot {
  let { cursor, nextTrade } = row
  let written = cursor
  let newest = row.playedRevision
  let isDirty = false
  const inbox = createInbox(readActs)
  const late = new Set<number>()
  const runDueCommands = (past: number) => {
    for (const act of inbox.takeDue(past)) {
      run.act(act)
      isDirty = true
    }
  }
  return {
    id,
    asset,
    get cursor() {
      return cursor
    },
    receive: async ({ revision, nextAct }) => {
      await inbox.readNew(nextAct)
      runDueCommands(cursor)
      if (revision <= newest) return
      for (const next of await readRevisions(newest, cursor + minuteMs)) {
        run.revise(next)
        newest = next.revision
      }
      isDirty = true
    },
    correct: (from, to) => {
      run.correct(from, to)
      isDirty = true
    },
    pass: (minutes, isLate) => {
      for (const minute of minutes) {
        if (minute.openTime <= cursor) continue
        runDueCommands(minute.openTime - 1)
        run.pass(minute)
        if (isLate(minute)) late.add(minute.openTime)
        cursor = minute.openTime
      }
    },
    effects: () => {
      if (cursor === written && !isDirty) return undefined
      const { fills, ...done } = run.take()
      const trades = fills.map((fill) => ({ ...fill, isCaughtUp: late.has(fill.time) }))
      const span = { from: written, to: cursor, firstTrade: nextTrade }
      written = cursor
      nextTrade += trades.length
      isDirty = false
      late.clear()
      return { botId: id, ...span, ...statusOf(run), ...done, trades }
    },
  }
}

/** Queue of the owner's commands. Commands run in order, each once the minute in which it was given is over. */
function createInbox(read: LeasedBotSources['readActs']) {
  /** Number up to which (exclusive) all commands have been read */
  let readUpTo = 1
  /** Commands that were given in a minute which has not passed yet, and all commands after them */
  let early: readonly WaitingCommand[] = []
  return {
    /** Reads new commands. @param nextAct  number after the last stored command */
    readNew: async (nextAct: number) => {
      if (nextAct <= readUpTo) return
      early = await read()
      // A full page means that more commands may wait, so the next call reads again.
      if (early.length < maxActsRead) readUpTo = nextAct
    },
    /** Removes and returns commands that are due. @param past  openTime up to which all minutes have passed */
    takeDue: (past: number) => {
      const next = early.findIndex(({ act }) => (act.after ?? -1) > past)
      const due = next < 0 ? early : early.slice(0, next)
      early = early.slice(due.length)
      return due
    },
  }
}

function statusOf(run: BotRun): Pick<Effects, 'state' | 'reason' | 'playedRevision' | 'run' | 'equity'> {
  const { mode, desk } = run.state
  return {
    state: rowState(mode, desk.orders.length > 0),
    reason: mode.state === 'running' ? null : mode.reason,
    playedRevision: run.revision,
    run: run.state,
    equity: run.equity,
  }
}

/** Returns the state for the row: `halted` only once all is sold, or `stopped` if the owner stopped the bot. */
function rowState(mode: Mode, isWaiting: boolean): BotRow['state'] {
  if (mode.state !== 'halted') return mode.state
  if (isWaiting) return 'running'
  return mode.reason === 'stopped' ? 'stopped' : 'halted'
}
