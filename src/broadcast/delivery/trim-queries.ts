import type { Db } from '../../db/client.ts'
import { sliceRows } from './broadcast-work-queries.ts'

/** ms: how long the recipients of a broadcast that is over are kept; its counters are for ever. */
export const keptMs = 90 * 24 * 3600_000
/** ms: of a bot that nobody sends by any more */
const unusedMs = 30 * 24 * 3600_000

/** Slices of one run */
const mostSlices = 40

/** Recipients and clicks of broadcasts long over, and buckets of other tokens, in slices that nobody waits for. */
export async function trimDeliveries(db: Db, now: number): Promise<void> {
  await db.writeRaw([
    { sql: 'delete from rate_buckets where tat < ? and frozen_until < ? and tat > 0', args: [now - unusedMs, now] },
  ])
  for (const table of ['deliveries', 'broadcast_clicks'] as const) {
    for (let at = 0; at < mostSlices; at++) if (!(await trimSlice(db, table, now - keptMs))) break
  }
}

/** @returns whether there may be more */
async function trimSlice(db: Db, table: 'deliveries' | 'broadcast_clicks', before: number): Promise<boolean> {
  const isOld = `state in ('finished', 'cancelled') and finished_at < ? and task is null`
  const has = `exists (select 1 from ${table} where broadcast_id = broadcasts.id)`
  const [old] = await db.readAll(`select id from broadcasts where ${isOld} and ${has} limit 1`)(before)
  if (!old) return false
  const key = table === 'deliveries' ? 'broadcast_id, chat_id, part' : 'broadcast_id, button, chat_id'
  await db.writeRaw(
    [
      {
        sql: `delete from ${table} where (${key}) in (select ${key} from ${table} where broadcast_id = ? limit ${sliceRows})`,
        args: [String(old[0])],
      },
    ],
    { lane: 'bulk' },
  )
  return true
}
