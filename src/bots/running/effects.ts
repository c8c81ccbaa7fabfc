import type { InStatement } from '@libsql/client'
import type { Money } from '../engine/money.ts'
import type { Fill } from '../engine/order.ts'
import type { LogEntry, RunState } from '../engine/run-state.ts'
import type { BotRow } from './runner-queries.ts'

/** Effects of one or more minutes on a bot, written atomically. */
export interface Effects {
  botId: string
  /** Cursor of the bot before the minutes. If its row has another cursor, another process has continued the bot. */
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
  /** Commands that took effect, and the minute after which each of them did */
  taken: readonly { id: number; after: number }[]
  /** Revisions that took effect, and the minute after which each of them did */
  played: readonly { revision: number; after: number }[]
}

type Cell = string | number | null

const tradeColumns = 'bot_id, id, time, side, price, quantity, fee, profit, reason, is_caught_up'

/**
 * Returns statements that write the effects of all these bots. The last statement updates their rows and returns their
 * ids. Bots that are no longer leased stay unchanged. Uses one statement per table, because a thousand bots may close
 * at the same moment.
 */
export function effectStatements(all: readonly Effects[], by: { leaseOwner: string; now: number }): InStatement[] {
  const statementOf = (sql: string, rowsOf: (effects: Effects) => readonly Cell[][]): InStatement[] => {
    const rows = all.flatMap((effects) => rowsOf(effects).map((row) => [effects.botId, effects.from, ...row]))
    return rows.length === 0 ? [] : [{ sql, args: [JSON.stringify(rows), by.leaseOwner] }]
  }
  return [
    ...statementOf(`insert into bot_trades (${tradeColumns}) select ${columns(9)} ${ofHeld}`, tradeRows),
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

/* Given rows are [bot id, cursor before the minutes, …]; in SQL, `value` is one row as JSON. */
const held = 'bots.id = value ->> 0 and bots.cursor = value ->> 1 and bots.holder = ?'
const from = 'from json_each(?) as given, bots'
const ofHeld = `from json_each(?) as given cross join bots where ${held}`

/** SQL that continues the numbering of a minute's log: commands may come after the minute's decisions were written. */
const nextPart = `value ->> 3 + (
  select coalesce(max(part) + 1, 0) from bot_log where bot_id = bots.id and time = value ->> 2)`

/** Returns the SQL of the bot's id and of `count` further columns. */
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

/** Returns rows of the log; entries are numbered within each minute. */
function logRows({ log }: Effects): Cell[][] {
  const places = new Map<number, number>()
  return log.map(({ time, entry }) => {
    const place = places.get(time) ?? 0
    places.set(time, place + 1)
    return [time, place, JSON.stringify(entry)]
  })
}

/** Updates the rows of the bots. A state that the owner has set in the meantime stays. */
function rowStatement(
  all: readonly Effects[],
  { leaseOwner, now }: { leaseOwner: string; now: number },
): InStatement[] {
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
  return [{ sql, args: [now, JSON.stringify(rows), leaseOwner] }]
}
