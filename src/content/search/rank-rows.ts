import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { allOf, type Clause } from './clause.ts'
import { countRows, type IndexUnit, listRanked, listUnranked, type RankedRow } from './queries.ts'

export interface RankedRows {
  rows: RankedRow[]
  total: number
}

/** Ranking takes about 1 µs per row and pattern, more for phrases. Above this limit, only title matches are ranked. */
const maxRanked = 1000
/** Max sum of the rows of each pattern, because FTS5 counts them before ranking. */
const maxCounted = 6000
const candidates = 40

/** @param known rows that match the rarest clause, if counted; `total` may then be too high */
export async function rankRows(
  db: Reader,
  unit: IndexUnit,
  locale: Locale,
  clauses: Clause[],
  known = Number.POSITIVE_INFINITY,
): Promise<RankedRows> {
  const expression = allOf(clauses)
  const counted = clauses.reduce((sum, { pages }) => sum + pages, 0)
  const affordable = counted > maxCounted ? 0 : maxRanked / costOf(clauses)
  const isCounted = known <= affordable || (clauses.length === 1 && known !== Number.POSITIVE_INFINITY)
  const total = isCounted ? known : await countRows(db, unit, locale, expression)
  if (total === 0) return { rows: [], total }
  if (total <= affordable) return { rows: await listRanked(db, unit, locale, expression, candidates, maxRanked), total }
  const titled = await listRanked(
    db,
    unit,
    locale,
    `{title} : (${expression})`,
    candidates,
    Math.max(affordable, candidates),
  )
  // Sections of shown pages are looked up later.
  if (titled.length === candidates || unit === 'section') return { rows: titled, total }
  const ids = new Set(titled.map(({ id }) => id))
  const others = await listUnranked(db, unit, locale, expression, candidates)
  return { rows: [...titled, ...others.filter(({ id }) => !ids.has(id))], total }
}

function costOf(clauses: Clause[]): number {
  return clauses.flatMap(({ patterns }) => patterns).reduce((cost, { stems }) => cost + stems.length ** 2, 0)
}
