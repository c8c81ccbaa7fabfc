import { sql } from 'drizzle-orm'
import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { indexOf, type RankedRow } from './queries.ts'

export interface PartialRow extends RankedRow {
  /** Share of the query found anywhere on the page; 0 to 1 */
  share: number
}

/** Pages that match any expression, by the sum of the matching weights, highest first. */
export async function listPartialMatches(
  db: Reader,
  locale: Locale,
  expressions: { expression: string; weight: number; share: number }[],
  limit: number,
): Promise<PartialRow[]> {
  const index = indexOf('page', locale)
  const parts = expressions.map(
    ({ expression, weight, share }) => sql`
      select rowid as id, ${weight} as weight, ${share} as share from ${index} where ${index} match ${expression}`,
  )
  return db.orm.all<PartialRow>(sql`
    select id, sum(weight) as score, sum(share) as share from (${sql.join(parts, sql` union all `)}) group by id
    order by score desc, id limit ${limit}`)
}
