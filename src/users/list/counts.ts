import type { Db } from '../../db/client.ts'
import { locales } from '../../i18n/locales.ts'
import { countEndedBans, countFound, countFoundKinds, countKinds, isIndexed, type KindLine } from './list-queries.ts'
import { links, roles, statuses, type UserFilter } from './list-query.ts'

/** More than this are not counted for a search */
const mostCounted = 10_000
/** A search that finds more is not sorted into kinds: that would read each of them */
const mostSorted = 2000

/** Counts are kept at least this long, ms */
const shortestLife = 5000
/** Counting takes at most one part in so many of the time */
const share = 200
const mostKept = 100

/** How many users a list has, and how many it would have under each other choice. */
export interface Counts {
  /** Absent when it was not counted to the end */
  total?: number | undefined
  /** What is known instead: there are more than this, or at most this many */
  moreThan?: number | undefined
  atMost?: number | undefined
  /** By name and value of a choice, such as `role:admin` or `role:` for all; empty when too many were found */
  choices: ReadonlyMap<string, number>
}

export interface Counter {
  /** @param now  ms UTC */
  count(filter: UserFilter, now: number): Promise<Counts>
  /** Forgets everything: somebody was changed. */
  forget(): void
}

interface Found {
  /** At most one more than is counted */
  total: number
  /** Absent when there are too many to look at each */
  kinds?: KindLine[] | undefined
}

interface Kept {
  found: Promise<Found>
  until: number
}

/** Counts users and remembers it for seconds, so that looking through a list does not count everybody each time. */
export function createCounter(db: Db): Counter {
  const kept = new Map<string, Kept>()
  const findKinds = (search: string, now: number) => {
    const known = kept.get(search)
    if (known && known.until > now) return known.found
    const startedAt = performance.now()
    const entry: Kept = { found: readKinds(db, search, now), until: now + shortestLife }
    kept.delete(search)
    kept.set(search, entry)
    const [oldest] = kept.size > mostKept ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    entry.found.then(
      () => {
        entry.until = now + Math.max(shortestLife, share * (performance.now() - startedAt))
      },
      // Whoever asked is told; the next one tries again.
      () => kept.delete(search),
    )
    return entry.found
  }
  return {
    count: async (filter, now) => {
      const { total, kinds } = await findKinds(filter.search, now)
      if (kinds) return countsIn(kinds, filter)
      const choices = new Map<string, number>()
      if (total > mostCounted) return { moreThan: mostCounted, choices }
      return isNarrowed(filter) ? { atMost: total, choices } : { total, choices }
    },
    forget: () => kept.clear(),
  }
}

async function readKinds(db: Db, search: string, now: number): Promise<Found> {
  if (search === '') {
    const [all, ended] = [await countKinds(db), await countEndedBans(db, now)]
    const kinds = [
      ...all,
      ...ended.map((line) => ({ ...line, total: -line.total, linked: -line.linked })),
      ...ended.map((line) => ({ ...line, status: 'active' as const })),
    ]
    return { total: sumOf(kinds), kinds }
  }
  if (isIndexed(search)) {
    const total = await countFound(db, search, mostCounted + 1)
    return total > mostSorted ? { total } : { total, kinds: await countFoundKinds(db, search, mostSorted, now) }
  }
  const kinds = await countFoundKinds(db, search, mostCounted + 1, now)
  const total = sumOf(kinds)
  return total > mostCounted ? { total } : { total, kinds }
}

function sumOf(kinds: KindLine[]): number {
  return kinds.reduce((sum, { total }) => sum + total, 0)
}

function isNarrowed({ role, status, telegram, locale }: UserFilter): boolean {
  return Boolean(role ?? status ?? telegram ?? locale)
}

/** Every choice is counted as if it were made beside the filter's others. */
function countsIn(kinds: KindLine[], filter: UserFilter): Counts {
  const choices = new Map<string, number>()
  const put = (name: keyof UserFilter, value: string | undefined) =>
    choices.set(`${name}:${value ?? ''}`, countIn(kinds, { ...filter, [name]: value }))
  for (const role of [undefined, ...roles]) put('role', role)
  for (const status of [undefined, ...statuses]) put('status', status)
  for (const telegram of [undefined, ...links]) put('telegram', telegram)
  for (const locale of [undefined, ...locales]) put('locale', locale)
  return { total: countIn(kinds, filter), choices }
}

function countIn(kinds: KindLine[], { role, status, telegram, locale }: UserFilter): number {
  let sum = 0
  for (const kind of kinds) {
    if ((role && kind.role !== role) || (status && kind.status !== status) || (locale && kind.locale !== locale))
      continue
    sum += telegram === 'linked' ? kind.linked : telegram === 'none' ? kind.total - kind.linked : kind.total
  }
  return sum
}
