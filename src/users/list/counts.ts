import type { Db } from '../../db/client.ts'
import { locales } from '../../i18n/locales.ts'
import { countEndedBans, countFound, countFoundKinds, countKinds, isIndexed, type KindLine } from './list-queries.ts'
import { links, roles, statuses, type UserFilter } from './list-query.ts'

/** Max number of users that are counted for a search */
const maxCounted = 10_000
/** Max number of users of a search that are grouped by kind, which reads each of them */
const maxSorted = 2000

/** Min lifetime of cached counts, ms */
const minLife = 5000
/** Lifetime of cached counts as a multiple of the time that counting took */
const lifetimeFactor = 200
const maxKept = 100

/** Number of users in a list, and their number under each alternative filter choice. */
export interface Counts {
  /** Number of users; undefined when counting stopped early */
  total?: number | undefined
  /** Bounds of the number when `total` is undefined: more than this, or at most this many */
  moreThan?: number | undefined
  atMost?: number | undefined
  /**
   * Number of users by choice. Keys are name and value of a choice, `role:admin`, or `role:` for all; empty when too
   * many users were found
   */
  choices: ReadonlyMap<string, number>
}

export interface Counter {
  /** Counts the users that a filter finds. @param now  ms UTC */
  count(filter: UserFilter, now: number): Promise<Counts>
  /** Clears the cache after a user was changed. */
  forget(): void
}

interface Found {
  /** Number of users found; counting stops at one above the limit */
  total: number
  /** Users grouped by kind; undefined when there are too many to group */
  kinds?: KindLine[] | undefined
}

interface CacheEntry {
  found: Promise<Found>
  until: number
}

/** Counts users and caches the result for seconds, so that paging through a list does not recount. */
export function createCounter(db: Db): Counter {
  const cache = new Map<string, CacheEntry>()
  const findKinds = (search: string, now: number) => {
    const known = cache.get(search)
    if (known && known.until > now) return known.found
    const startedAt = performance.now()
    const entry: CacheEntry = { found: readKinds(db, search, now), until: now + minLife }
    cache.delete(search)
    cache.set(search, entry)
    const [oldest] = cache.size > maxKept ? cache.keys() : []
    if (oldest !== undefined) cache.delete(oldest)
    entry.found.then(
      () => {
        entry.until = now + Math.max(minLife, lifetimeFactor * (performance.now() - startedAt))
      },
      // Removes a failed count from the cache: the caller gets the error, and the next call tries again.
      () => cache.delete(search),
    )
    return entry.found
  }
  return {
    count: async (filter, now) => {
      const { total, kinds } = await findKinds(filter.search, now)
      if (kinds) return countsIn(kinds, filter)
      const choices = new Map<string, number>()
      if (total > maxCounted) return { moreThan: maxCounted, choices }
      return isNarrowed(filter) ? { atMost: total, choices } : { total, choices }
    },
    forget: () => cache.clear(),
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
    const total = await countFound(db, search, maxCounted + 1)
    return total > maxSorted ? { total } : { total, kinds: await countFoundKinds(db, search, maxSorted, now) }
  }
  const kinds = await countFoundKinds(db, search, maxCounted + 1, now)
  const total = sumOf(kinds)
  return total > maxCounted ? { total } : { total, kinds }
}

function sumOf(kinds: KindLine[]): number {
  return kinds.reduce((sum, { total }) => sum + total, 0)
}

function isNarrowed({ role, status, telegram, locale }: UserFilter): boolean {
  return Boolean(role ?? status ?? telegram ?? locale)
}

/** Counts each choice combined with the filter's other choices. */
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
