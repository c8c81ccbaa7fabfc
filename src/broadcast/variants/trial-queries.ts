import type { Db } from '../../db/client.ts'
import { partsOf } from '../../telegram/message/requests.ts'
import type { BroadcastContent } from '../content.ts'
import { sliceRows } from '../delivery/broadcast-work-queries.ts'
import type { VariantCount } from './compare.ts'
import { textsOf } from './variants.ts'

/** The time of the trial begins when the last of it is done: nobody waits, nothing is under way. */
export async function beginWaiting(db: Db, id: string, now: number): Promise<void> {
  const isTried = `state = 'running' and is_snapshot_whole and winner is null and trial_ends_at is null
    and exists (select 1 from deliveries where broadcast_id = ?1 and state = 'held')
    and not exists (select 1 from deliveries where broadcast_id = ?1 and state = 'pending')
    and not exists (select 1 from deliveries indexed by deliveries_busy
      where state in ('claimed', 'sending') and broadcast_id = ?1)`
  if (!(await db.readOne(`select 1 from broadcasts where id = ?1 and ${isTried}`)(id))) return
  const sql = `update broadcasts set trial_ends_at = ?2 + trial_minutes * 60000, updated_at = ?2 where id = ?1 and ${isTried}`
  await db.writeRaw([{ sql, args: [id, now] }])
}

/** Held rows become the winner's, and wait to be sent to. @returns whether there were any */
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

/** Of the trial alone: the rest got its variant because it was ahead already. People, by the last part that they got. */
export async function countVariants(db: Db, id: string, content: BroadcastContent): Promise<VariantCount[]> {
  const own = `broadcast_id = ?1 and is_trial and state = 'sent' and part = ${partsOf(content) - 1}`
  const sent = await db.readAll(`select variant, count(*) from deliveries where ${own} group by variant`)(id)
  const clicked = await db.readAll(
    `select variant, count(*) from (select distinct chat_id as clicker from broadcast_clicks where broadcast_id = ?1)
      join deliveries on chat_id = clicker where ${own} group by variant`,
  )(id)
  const of = (rows: readonly unknown[][], variant: number) => Number(rows.find(([of]) => of === variant)?.[1] ?? 0)
  return textsOf(content).map((_, variant) => ({ variant, sent: of(sent, variant), clicked: of(clicked, variant) }))
}
