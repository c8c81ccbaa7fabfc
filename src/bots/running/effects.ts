import type { InStatement } from '@libsql/client'
import type { Money } from '../engine/money.ts'
import type { Fill } from '../engine/order.ts'
import type { LogEntry, RunState } from '../engine/run-state.ts'
import type { BotRow } from './runner-queries.ts'

/** What some minutes have done to a bot, to be written as one. */
export interface Effects {
  botId: string
  /** The cursor that they begin at: another one means that somebody else has gone on */
  from: number
  to: number
  state: BotRow['state']
  reason: string | null
  playedRevision: number
  run: RunState
  equity: Money
  firstTrade: number
  trades: readonly (Fill & { isCaughtUp: boolean })[]
  marks: readonly { hour: number; equity: Money; close: number }[]
  log: readonly { time: number; entry: LogEntry }[]
  /** Acts that have taken effect, and after which minute */
  taken: readonly { id: number; after: number }[]
  /** Revisions that are played from now on, and after which minute */
  played: readonly { revision: number; after: number }[]
}

type Cell = string | number | null

/**
 * @returns statements of all these bots, the last of which changes their rows and answers with their ids; nothing at all
 * happens to those that are no longer held. One statement a table: a thousand bots close at the same moment.
 */
export function effectStatements(all: readonly Effects[], by: { holder: string; now: number }): InStatement[] {
  const statementOf = (sql: string, rowsOf: (effects: Effects) => readonly Cell[][]): InStatement[] => {
    const rows = all.flatMap((effects) => rowsOf(effects).map((row) => [effects.botId, effects.from, ...row]))
    return rows.length === 0 ? [] : [{ sql, args: [JSON.stringify(rows), by.holder] }]
  }
  return [
    ...statementOf(`insert into bot_trades select ${columns(9)} ${ofHeld}`, tradeRows),
    ...statementOf(`insert or replace into bot_marks select ${columns(3)} ${ofHeld}`, ({ marks }) =>
      marks.map(({ hour, equity, close }) => [hour, equity, close]),
    ),
    ...statementOf(`insert into bot_log select bots.id, value ->> 2, ${nextPart}, value ->> 4 ${ofHeld}`, logRows),
    ...statementOf(
      `update bot_acts set taken_after = value ->> 3 ${from} where bot_id = bots.id and bot_acts.id = value ->> 2 and ${held}`,
      ({ taken }) => taken.map(({ id, after }) => [id, after]),
    ),
    ...statementOf(
      `update bot_revisions set played_after = value ->> 3 ${from}
        where bot_id = bots.id and bot_revisions.revision = value ->> 2 and ${held}`,
      ({ played }) => played.map(({ revision, after }) => [revision, after]),
    ),
    ...rowStatement(all, by),
  ]
}

/* Rows are [bot, cursor that they begin at, …]; of each row that is read, `value` is its text. */
const held = 'bots.id = value ->> 0 and bots.cursor = value ->> 1 and bots.holder = ?'
const from = 'from json_each(?) as given, bots'
const ofHeld = `from json_each(?) as given cross join bots where ${held}`

/** Behind what is logged of the same minute already: acts come after its decisions were written. */
const nextPart = `value ->> 3 + (
  select coalesce(max(part) + 1, 0) from bot_log where bot_id = bots.id and time = value ->> 2)`

/** The bot, and so many of its own */
function columns(count: number): string {
  return Array.from({ length: count }, (_, index) => `value ->> ${index + 2}`).reduce(
    (text, column) => `${text}, ${column}`,
    'bots.id',
  )
}

function tradeRows({ trades, firstTrade }: Effects): Cell[][] {
  return trades.map(({ time, order, price, quantity, fee, profit, isCaughtUp }, index) => [
    firstTrade + index,
    time,
    order.side,
    price,
    quantity,
    fee,
    profit,
    order.reason,
    isCaughtUp ? 1 : 0,
  ])
}

/** Each with its place among those of its minute */
function logRows({ log }: Effects): Cell[][] {
  const places = new Map<number, number>()
  return log.map(({ time, entry }) => {
    const place = places.get(time) ?? 0
    places.set(time, place + 1)
    return [time, place, JSON.stringify(entry)]
  })
}

/** A state that its owner has set meanwhile stays. */
function rowStatement(all: readonly Effects[], { holder, now }: { holder: string; now: number }): InStatement[] {
  if (all.length === 0) return []
  const rows = all.map((effects): Cell[] => [
    effects.botId,
    effects.from,
    effects.to,
    JSON.stringify(effects.run),
    effects.equity,
    effects.state,
    effects.reason,
    effects.playedRevision,
    effects.firstTrade + effects.trades.length,
  ])
  const sql = `update bots set cursor = value ->> 2, snapshot = value ->> 3, equity = value ->> 4,
    state = case when state in ('running', 'paused') then value ->> 5 else state end,
    reason = case when state in ('running', 'paused') then value ->> 6 else reason end,
    played_revision = value ->> 7, next_trade = value ->> 8, updated_at = ?
    from json_each(?) as given where ${held} returning bots.id as id`
  return [{ sql, args: [now, JSON.stringify(rows), holder] }]
}
