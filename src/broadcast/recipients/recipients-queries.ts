import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { nameHas } from '../broadcast-queries.ts'
import type { RecipientState } from '../recipient-states.ts'
import type { RecipientCursor, RecipientList } from './recipients-query.ts'

export interface Recipient {
  chatId: number
  part: number
  state: string
  locale: string
  name: string
  variant: number
  attempts: number
  messageId: number | null
  reason: string | null
  error: string | null
  /** Time of the last change, ms UTC */
  at: number
}

const columns = sql`chat_id as chatId, part, state, locale, name, variant, attempts, message_id as messageId, reason, error, at`

/** Max rows scanned for one page: names have no index, and a scan of a million rows would take too long. */
export const maxScannedRows = 50_000

export interface RecipientPage {
  recipients: Recipient[]
  /** Cursor from which the next page continues, if rows are left */
  next: RecipientCursor | undefined
  /** Whether the page is short because of the scan limit; the search can continue */
  isCut: boolean
}

export async function listRecipients(db: Db, id: string, list: RecipientList, limit: number): Promise<RecipientPage> {
  const chat = /^-?\d{1,15}$/.test(list.search) ? Number(list.search) : undefined
  if (chat !== undefined) {
    const of = sql`broadcast_id = ${id} and chat_id = ${chat}`
    const recipients = await db.orm.all<Recipient>(sql`select ${columns} from deliveries where ${of} order by part`)
    return { recipients, next: undefined, isCut: false }
  }
  if (list.search === '' && isOrdered(list.state)) {
    const found = await walk(db, id, list, { most: limit + 1 })
    const recipients = found.slice(0, limit)
    return { recipients, next: found.length > limit ? cursorOf(recipients.at(-1)) : undefined, isCut: false }
  }
  return search(db, id, list, limit)
}

async function search(db: Db, id: string, list: RecipientList, limit: number): Promise<RecipientPage> {
  const named = list.search === '' ? sql`true` : nameHas(sql`name`, list.search)
  const inState = list.state === undefined ? sql`true` : isIn(list.state)
  const [end] = await db.orm.all<RecipientCursor>(
    sql`select chat_id as chatId, part from deliveries where ${behind(id, list.after)}
      order by chat_id, part limit 1 offset ${maxScannedRows - 1}`,
  )
  const looked = sql`${behind(id, list.after)}${end ? sql` and (chat_id, part) <= (${end.chatId}, ${end.part})` : sql``}`
  const found = await db.orm.all<Recipient>(
    sql`select ${columns} from deliveries where ${looked} and ${inState} and ${named}
      order by chat_id, part limit ${limit + 1}`,
  )
  const recipients = found.slice(0, limit)
  if (found.length > limit) return { recipients, next: cursorOf(recipients.at(-1)), isCut: false }
  return { recipients, next: end, isCut: end !== undefined }
}

/** Reads rows after a cursor, by chat id; failed, unknown and skipped rows have an index of their own. */
export async function walk(
  db: Db,
  id: string,
  { state, after }: Pick<RecipientList, 'state' | 'after'>,
  { most }: { most: number },
): Promise<Recipient[]> {
  const inState = state === undefined ? sql`true` : isIn(state)
  return db.orm.all<Recipient>(
    sql`select ${columns} from deliveries where ${behind(id, after)} and ${inState} order by chat_id, part limit ${most}`,
  )
}

export function cursorOf(row: RecipientCursor | undefined): RecipientCursor | undefined {
  return row && { chatId: row.chatId, part: row.part }
}

function behind(id: string, after: RecipientCursor | undefined): SQL {
  const from = after && sql` and (chat_id, part) > (${after.chatId}, ${after.part})`
  return sql`broadcast_id = ${id}${from ?? sql``}`
}

/** Whether an index lists exactly the rows in this state by chat id. */
function isOrdered(state: RecipientState | undefined): boolean {
  return state === undefined || state === 'failed' || state === 'unknown' || state === 'skipped' || state === 'held'
}

/** Returns SQL with literals, because SQLite uses a partial index only if its condition is a literal. */
function isIn(state: RecipientState): SQL {
  if (state === 'waiting') return sql`state in ('pending', 'claimed', 'sending')`
  const one = sql.raw(`state = '${state}'`)
  return state === 'sent' || state === 'cancelled' || state === 'held'
    ? one
    : sql`${one} and state in ('failed', 'unknown', 'skipped')`
}
