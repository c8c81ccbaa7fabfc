import type { Timeframe } from '../market/timeframe.ts'

/** Groups of entries in the order in which equally good ones are listed; documents always come last */
const groups = ['recent', 'charts', 'acts', 'screens', 'layouts', 'bots', 'users', 'documents'] as const
export type Group = (typeof groups)[number]

/** Max number of entries of a group */
export const maxEntries: Record<Group, number> = {
  recent: 6,
  charts: 4,
  acts: 6,
  screens: 6,
  layouts: 4,
  bots: 5,
  users: 5,
  documents: 6,
}

export interface Entry {
  /** Text by which the browser remembers the entry and asks for it again; undefined for entries that are not remembered */
  id?: string | undefined
  group: Group
  title: string
  note?: string | undefined
  icon: string
  /** URL with the locale prefix */
  href: string
  penalty: number
  /** Chart that an open charts page shows in place */
  chart?: { asset: string; tf?: Timeframe | undefined } | undefined
  /** Color mode that the browser sets instead of following the link */
  mode?: 'light' | 'dark' | 'system' | undefined
  /** Whether an open charts page opens its replay instead of following the link */
  isReplay?: true
}

export interface FoundGroup {
  group: Group
  entries: Entry[]
}

/** Sorts entries into groups, the group with the best entry first, documents last. @param most  limit of every group */
export function groupEntries(entries: readonly Entry[], most = 0): FoundGroup[] {
  const found = groups.flatMap((group) => {
    const own = entries.filter((entry) => entry.group === group)
    const best = own.toSorted((a, b) => a.penalty - b.penalty).slice(0, Math.max(most, maxEntries[group]))
    return best.length > 0 ? [{ group, entries: best }] : []
  })
  const rank = ({ group, entries: [best] }: FoundGroup) =>
    group === 'documents' ? Number.POSITIVE_INFINITY : group === 'recent' ? -1 : (best?.penalty ?? 0)
  return found.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}
