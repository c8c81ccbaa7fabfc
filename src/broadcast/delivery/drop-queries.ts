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
