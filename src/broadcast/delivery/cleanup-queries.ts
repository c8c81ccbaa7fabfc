import type { Db } from '../../db/client.ts'
import { sliceRows } from '../broadcast-queries.ts'

/** States of waiting recipients, with the index that lists each */
const waiting = [
  { state: 'pending', index: 'deliveries_pending' },
  { state: 'held', index: 'deliveries_held' },
] as const

/** Drops waiting recipients of canceled broadcasts, one slice per broadcast. @returns whether there may be more */
export async function dropCancelled(db: Db, now: number): Promise<boolean> {
  let isMore = false
  for (const { state, index } of waiting) {
    const ids = await db.readAll(
      `select id from broadcasts where state = 'cancelled' and total > sent + failed + unknown + skipped + dropped
        and exists (select 1 from deliveries where broadcast_id = broadcasts.id and state = '${state}') limit 10`,
    )()
    for (const [id] of ids) await dropSlice(db, { id: String(id), state, index, now })
    isMore ||= ids.length > 0
  }
  return isMore
}

async function dropSlice(
  db: Db,
  { id, state, index, now }: { id: string; state: string; index: string; now: number },
): Promise<void> {
  const isCancelled = `exists (select 1 from broadcasts where id = :id and state = 'cancelled')`
  await db.writeRaw(
    [
      {
        sql: `update deliveries set state = 'cancelled', at = :now
          from (select chat_id, part from deliveries indexed by ${index}
            where broadcast_id = :id and state = '${state}' limit ${sliceRows}) as slice
          where deliveries.broadcast_id = :id and deliveries.chat_id = slice.chat_id
            and deliveries.part = slice.part and state = '${state}' and ${isCancelled}`,
        args: { id, now },
      },
      { sql: 'update broadcasts set dropped = dropped + changes() where id = :id and changes() > 0', args: { id } },
    ],
    { lane: 'bulk' },
  )
}

/** Time that the recipients of a finished broadcast are stored, ms; its counters stay forever. */
export const retentionMs = 90 * 24 * 3600_000
/** Time after which the rate buckets of an unused bot are deleted, ms */
const unusedMs = 30 * 24 * 3600_000

/** Max slices that one run deletes per table */
const maxSlices = 40

/** Deletes recipients and clicks of old broadcasts, and rate buckets of unused bots, in background slices. */
export async function trimDeliveries(db: Db, now: number): Promise<void> {
  await db.writeRaw([
    { sql: 'delete from rate_buckets where tat < ? and frozen_until < ? and tat > 0', args: [now - unusedMs, now] },
  ])
  for (const table of ['deliveries', 'broadcast_clicks'] as const) {
    for (let at = 0; at < maxSlices; at++) if (!(await trimSlice(db, table, now - retentionMs))) break
  }
}

/** Deletes a slice of old rows. @returns whether there may be more */
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
