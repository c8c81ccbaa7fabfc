import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { allOf, type Need } from './need.ts'
import { countRows, type IndexUnit, listFirst, listRanked, type RankedRow } from './queries.ts'

export interface RankedRows {
  rows: RankedRow[]
  /** Rows that match, ranked or not. */
  total: number
}

/**
 * Ranking costs about a microsecond for each row and pattern, more for phrases. What would cost more than this many is
 * ranked only where titles have it.
 */
const mostRanked = 1000
/** Before it ranks, FTS5 counts the rows of each pattern: so many pages in all have them at most. */
const mostCounted = 6000
const candidates = 40

/**
 * The best rows of an index for all of some needs.
 * @param known  rows that have the rarest need, if that was counted: then `total` may be too high
 */
export async function rankRows(
  db: Reader,
  unit: IndexUnit,
  locale: Locale,
  needs: Need[],
  known = Number.POSITIVE_INFINITY,
): Promise<RankedRows> {
  const expression = allOf(needs)
  const counted = needs.reduce((sum, { pages }) => sum + pages, 0)
  const affordable = counted > mostCounted ? 0 : mostRanked / costOf(needs)
  const isCounted = known <= affordable || (needs.length === 1 && known !== Number.POSITIVE_INFINITY)
  const total = isCounted ? known : await countRows(db, unit, locale, expression)
  if (total === 0) return { rows: [], total }
  if (total <= affordable)
    return { rows: await listRanked(db, unit, locale, expression, candidates, mostRanked), total }
  const titled = await listRanked(
    db,
    unit,
    locale,
    `{title} : (${expression})`,
    candidates,
    Math.max(affordable, candidates),
  )
  // Sections of the pages that are shown are looked up when those are known.
  if (titled.length === candidates || unit === 'section') return { rows: titled, total }
  const ids = new Set(titled.map(({ id }) => id))
  const others = await listFirst(db, unit, locale, expression, candidates)
  return { rows: [...titled, ...others.filter(({ id }) => !ids.has(id))], total }
}

function costOf(needs: Need[]): number {
  return needs.flatMap(({ patterns }) => patterns).reduce((cost, { stems }) => cost + stems.length ** 2, 0)
}
