import { type SQL, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../db/client.ts'
import type { Audience } from '../audience/audience.ts'
import { audienceWhere } from '../audience/audience-queries.ts'
import { type AbTest, assignmentColumns } from '../variants/assignment.ts'
import { noDueTime } from './claim-queries.ts'

/** A number greater than any chat id */
export const lastChat = 2 ** 53 - 1

/** Rows per slice of an audience. Writes of results wait for a slice: 5,000 rows take a third of a second if busy. */
const fillRows = 1000
/** Max subscribers scanned per slice: a narrow audience may match none among millions */
const maxScanned = 5000

export interface FillRequest {
  id: string
  audience: Audience
  /** Start of the broadcast, ms UTC: reference time of the filters by activity */
  startedAt: number
  /** Cutoff, ms UTC. People who subscribed later are not included. */
  until: number
  abTest?: AbTest | undefined
  now: number
  rows?: number
  looks?: number
}

/** SQL: the broadcast is in progress, and its audience is not completely written. */
const isFilling = sql`state in ('preparing', 'running') and not is_snapshot_whole`

/**
 * Writes the next slice of the audience, by chat id, and the cursor in one write: concurrent calls continue after the
 * slice. The broadcast runs from its first slice on: an audience of millions takes a minute, and nobody waits for its
 * end.
 * @returns `stopped` if the audience is not, or no longer, to be filled
 */
export async function fillSlice(db: Db, request: FillRequest): Promise<'more' | 'whole' | 'stopped'> {
  const { id, audience, startedAt, until, abTest, now, rows = fillRows, looks = maxScanned } = request
  const isInAudience = sql`${audienceWhere(audience, startedAt)} and created_at <= ${until}`
  // The scan is by chat id: other indexes would be read from their start for each slice. Narrow audiences use their
  // own.
  const isFew = audience.chats || audience.clicked || audience.role === 'admin'
  const subscribers = isFew ? sql`subscribers` : sql`subscribers not indexed`
  // The cursor is a chat id of a subscriber, not of a delivery: deliveries may have migrated to other chat ids by now.
  const begin = sql`(select coalesce(snapshot_cursor, ${-lastChat}) from broadcasts where id = ${id} and ${isFilling})`
  const chatAt = (which: SQL, place: number, otherwise: SQL) => sql`coalesce((select chat_id from ${subscribers}
    where ${which} and chat_id > ${begin} order by chat_id limit 1 offset ${place - 1}), ${otherwise})`
  const scanEnd = isFew ? sql`${lastChat}` : chatAt(sql`true`, looks, sql`${lastChat}`)
  const end = chatAt(sql`${isInAudience} and chat_id <= ${scanEnd}`, rows, scanEnd)
  const { isTrial, variant } = abTest ? assignmentColumns(id, abTest) : { isTrial: '0', variant: '0' }
  const state = abTest ? `iif(${isTrial}, 'pending', 'held')` : `'pending'`
  const [, filled] = await db.writeRaw(
    [
      statementOf(sql`
        insert or ignore into deliveries (broadcast_id, chat_id, locale, name, state, variant, is_trial, due_at, at)
        select ${id}, chat_id, locale, name, ${sql.raw(`${state}, ${variant}, ${isTrial}`)}, ${noDueTime}, ${now}
        from ${subscribers} where ${isInAudience} and chat_id > ${begin} and chat_id <= ${end}`),
      statementOf(sql`
        update broadcasts set total = total + changes(), state = 'running', snapshot_cursor = slice.last,
          is_snapshot_whole = slice.last = ${lastChat},
          updated_at = iif(state = 'running' and slice.last < ${lastChat}, updated_at, ${now})
        from (select ${end} as last) as slice where id = ${id} and ${isFilling} returning is_snapshot_whole`),
    ],
    { lane: 'bulk' },
  )
  const [row] = filled?.rows ?? []
  if (!row) return 'stopped'
  return row.is_snapshot_whole ? 'whole' : 'more'
}

const dialect = new SQLiteAsyncDialect()

function statementOf(query: SQL) {
  const { sql, params } = dialect.sqlToQuery(query)
  return { sql, args: params.map((param) => (typeof param === 'number' ? param : String(param))) }
}
