import type { Db } from '../src/db/client.ts'

const isLast = `part = (select coalesce(json_array_length(content, '$.media') > 1 and exists (select 1
  from json_each(content, '$.buttons') where json_array_length(value) > 0), 0) from broadcasts where id = broadcast_id)`

/** The counter tables as SQL: each query computes one table from a scan of all rows */
export const counted = {
  delivery_reasons: `select broadcast_id, state, coalesce(reason, '') as reason, count(*) as count from deliveries
    where state in ('failed', 'unknown', 'skipped') group by 1, 2, 3`,
  variant_counts: `select broadcast_id, variant, count(*) as sent, sum(exists (select 1 from broadcast_clicks
      where broadcast_id = own.broadcast_id and chat_id = own.chat_id)) as clicked
    from deliveries as own where is_trial and state = 'sent' and ${isLast} group by 1, 2`,
  click_counts: 'select broadcast_id, button, count(*) as count from broadcast_clicks group by 1, 2',
  series_places: 'select series_id, state, position, count(*) as count from series_people group by 1, 2, 3',
}
export const countedTables = ['delivery_reasons', 'variant_counts', 'click_counts', 'series_places'] as const

/**
 * Rebuilds the counters for tests that insert deliveries in their final state: the product only counts changes of
 * state.
 */
export async function recount(db: Db): Promise<void> {
  await db.writeRaw(
    countedTables.flatMap((table) => [`delete from ${table}`, `insert into ${table} ${counted[table]}`]),
  )
}
