import type { Db } from '../../db/client.ts'
import { sliceRows } from '../broadcast-queries.ts'
import type { BroadcastContent } from '../content.ts'
import { textsOf } from '../variants.ts'
import type { VariantCount } from './compare.ts'

/** Starts the period of an A/B test when its group is done: no one in it waits, and no message is in flight. */
export async function startTestPeriod(db: Db, id: string, now: number): Promise<void> {
  const isGroupDone = `state = 'running' and is_snapshot_whole and winner is null and trial_ends_at is null
    and exists (select 1 from deliveries where broadcast_id = ?1 and state = 'held')
    and not exists (select 1 from deliveries where broadcast_id = ?1 and state = 'pending')
    and not exists (select 1 from deliveries indexed by deliveries_busy
      where state in ('claimed', 'sending') and broadcast_id = ?1)`
  if (!(await db.readOne(`select 1 from broadcasts where id = ?1 and ${isGroupDone}`)(id))) return
  const sql = `update broadcasts set trial_ends_at = ?2 + trial_minutes * 60000, updated_at = ?2 where id = ?1 and ${isGroupDone}`
  await db.writeRaw([{ sql, args: [id, now] }])
}

/** Assigns the winner to a slice of held rows and makes them pending. @returns whether there were any held rows */
export async function releaseSlice(db: Db, id: string, now: number): Promise<boolean> {
  const [released] = await db.writeRaw(
    [
      {
        sql: `update deliveries set state = 'pending', at = :now,
            variant = (select winner from broadcasts where id = :id)
          from (select chat_id, part from deliveries indexed by deliveries_held
            where broadcast_id = :id and state = 'held' limit ${sliceRows}) as slice
          where deliveries.broadcast_id = :id and deliveries.chat_id = slice.chat_id and deliveries.part = slice.part
            and state = 'held'
            and exists (select 1 from broadcasts where id = :id and state = 'running' and winner is not null)`,
        args: { id, now },
      },
    ],
    { lane: 'bulk' },
  )
  return (released?.rowsAffected ?? 0) > 0
}

/** Counts clicks of the test group only: other recipients got their variant because it was already ahead. */
export async function countVariants(db: Db, id: string, content: BroadcastContent): Promise<VariantCount[]> {
  const rows = await db.readAll('select variant, sent, clicked from variant_counts where broadcast_id = ?')(id)
  return textsOf(content).map((_, variant) => {
    const [, sent, clicked] = rows.find(([of]) => of === variant) ?? []
    return { variant, sent: Number(sent ?? 0), clicked: Number(clicked ?? 0) }
  })
}
