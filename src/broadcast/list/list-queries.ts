import { type SQL, sql } from 'drizzle-orm'
import type { BroadcastState } from '../../db/broadcast-states.ts'
import type { Db } from '../../db/client.ts'
import type { Cursor } from '../../pages/list-cursor.ts'
import { nameHas } from '../broadcast-queries.ts'
import type { BroadcastList } from './list-query.ts'

export interface BroadcastLine {
  id: string
  name: string
  state: BroadcastState
  reason: string | null
  scheduledAt: number | null
  createdAt: number
  total: number
  sent: number
  failed: number
  unknown: number
  skipped: number
  dropped: number
  /** 1 while the audience of the broadcast is incomplete, else 0 */
  isPartial: number
}

const line = sql`id, name, state, reason, scheduled_at as scheduledAt, created_at as createdAt, total, sent, failed,
  unknown, skipped, dropped, started_at is not null and not is_snapshot_whole as isPartial`

export interface BroadcastPage {
  lines: BroadcastLine[]
  next?: BroadcastList | undefined
  previous?: BroadcastList | undefined
}

/** Reads one page of the list of broadcasts, after or before its cursor. */
export async function listBroadcasts(db: Db, list: BroadcastList, limit: number): Promise<BroadcastPage> {
  const { after, before, ...rest } = list
  if (before && !after) {
    const found = await findLines(db, { ...rest, isDescending: !list.isDescending, after: before }, limit + 1)
    // If less than a page is before the cursor, the whole first page is returned.
    if (found.length <= limit) return listBroadcasts(db, rest, limit)
    const lines = found.slice(0, limit).reverse()
    return { lines, ...besides(rest, lines, { hasNext: true, hasPrevious: true }) }
  }
  const found = await findLines(db, list, limit + 1)
  const lines = found.slice(0, limit)
  return { lines, ...besides(rest, lines, { hasNext: found.length > limit, hasPrevious: after !== undefined }) }
}

async function findLines(db: Db, list: BroadcastList, limit: number): Promise<BroadcastLine[]> {
  const { search, state, sort, isDescending, after } = list
  const column = sort === 'name' ? sql`name` : sql`created_at`
  const [sign, direction] = isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const conditions: (SQL | false | undefined)[] = [
    sql`series_id is null`,
    state && sql`state = ${state}`,
    search !== '' && nameHas(sql`name`, search),
    after && sql`(${column}, id) ${sign} (${after.value}, ${after.id})`,
  ]
  const where = sql.join(
    conditions.flatMap((condition) => (condition ? [condition] : [])),
    sql` and `,
  )
  return db.orm.all<BroadcastLine>(
    sql`select ${line} from broadcasts where ${where} order by ${column} ${direction}, id ${direction} limit ${limit}`,
  )
}

function besides(list: BroadcastList, lines: BroadcastLine[], { hasNext, hasPrevious }: Record<string, boolean>) {
  const [first, last] = [lines[0], lines.at(-1)]
  const cursor = (of: BroadcastLine): Cursor => ({ value: list.sort === 'name' ? of.name : of.createdAt, id: of.id })
  return {
    next: hasNext && last ? { ...list, after: cursor(last) } : undefined,
    previous: hasPrevious && first ? { ...list, before: cursor(first) } : undefined,
  }
}

/** Counts broadcasts by state, without the steps of series; indexes alone suffice for both counts. */
export async function countStates(db: Db): Promise<Map<string, number>> {
  const rows = await db.orm.all<{ state: string; count: number }>(
    sql`select state, sum(own) as count from (
      select state, count(*) as own from broadcasts group by state
      union all select state, -count(*) from broadcasts where series_id is not null group by state
    ) group by state having sum(own) > 0`,
  )
  return new Map(rows.map(({ state, count }) => [state, count]))
}
