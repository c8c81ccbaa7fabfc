import { type SQL, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../db/client.ts'
import type { Audience } from '../audience/audience.ts'
import { audienceWhere } from '../audience/audience-queries.ts'
import { placedColumns, type Trial } from '../variants/place.ts'
import { anyTime } from './claim-queries.ts'

/** Behind every chat's id */
export const lastChat = 2 ** 53 - 1

/** Rows of a slice of an audience: what has come of sends waits for it, a third of a second for 5,000 on a busy machine. */
const fillRows = 1000
/** Subscribers that are looked at for them: of a narrow audience there may be none among millions */
const fillLooks = 5000

export interface Filling {
  id: string
  audience: Audience
  /** ms UTC: who was active is asked as of then */
  startedAt: number
  /** ms UTC. Whoever subscribed behind it is not in it. */
  until: number
  trial?: Trial | undefined
  now: number
  rows?: number
  looks?: number
}

/** SQL: on its way, and not all of its audience has rows. */
const isFilling = sql`state in ('preparing', 'running') and not is_snapshot_whole`

/**
 * The next slice of the audience, by chat, and how far it has come, in one write: whoever calls this meanwhile goes on
 * behind it. From the first slice on it runs: millions take a minute, and nobody waits for the last of them.
 * @returns `stopped` where it is not to be filled, or no longer
 */
export async function fillSlice(db: Db, filling: Filling): Promise<'more' | 'whole' | 'stopped'> {
  const { id, audience, startedAt, until, trial, now, rows = fillRows, looks = fillLooks } = filling
  const isMeant = sql`${audienceWhere(audience, startedAt)} and created_at <= ${until}`
  // By chat: any other index would be read from its start for each slice. Few who are looked for are found by theirs.
  const isFew = audience.chats || audience.clicked || audience.role === 'admin'
  const subscribers = isFew ? sql`subscribers` : sql`subscribers not indexed`
  // Chats of subscribers, not of the rows that were made: those may have other ones by now.
  const begin = sql`(select coalesce(snapshot_cursor, ${-lastChat}) from broadcasts where id = ${id} and ${isFilling})`
  const chatAt = (which: SQL, place: number, otherwise: SQL) => sql`coalesce((select chat_id from ${subscribers}
    where ${which} and chat_id > ${begin} order by chat_id limit 1 offset ${place - 1}), ${otherwise})`
  const lookedAt = isFew ? sql`${lastChat}` : chatAt(sql`true`, looks, sql`${lastChat}`)
  const end = chatAt(sql`${isMeant} and chat_id <= ${lookedAt}`, rows, lookedAt)
  const { isTrial, variant } = trial ? placedColumns(id, trial) : { isTrial: '0', variant: '0' }
  const state = trial ? `iif(${isTrial}, 'pending', 'held')` : `'pending'`
  const [, filled] = await db.writeRaw(
    [
      statementOf(sql`
        insert or ignore into deliveries (broadcast_id, chat_id, locale, name, state, variant, is_trial, due_at, at)
        select ${id}, chat_id, locale, name, ${sql.raw(`${state}, ${variant}, ${isTrial}`)}, ${anyTime}, ${now}
        from ${subscribers} where ${isMeant} and chat_id > ${begin} and chat_id <= ${end}`),
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
