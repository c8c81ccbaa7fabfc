import type { Db } from '../db/client.ts'
import type { Locale } from '../i18n/locales.ts'
import { type Background, createBackground } from '../jobs/background.ts'
import type { Logger } from '../log/logger.ts'
import type { SearchDone } from '../site/site-deps.ts'
import { countMissed } from './queries.ts'

/** Time without further typing after which a query counts as final, ms. */
const settledAfterMs = 5_000
/** Max number of networks whose query may continue; beyond it the query that has waited longest counts as final */
const maxWaiting = 1000
const maxLetters = 80

export interface MissedQueries {
  /** Notes a query, which counts once its network searches for something else or stops searching */
  note(search: SearchDone): void
  /** Counts the final queries. Run as a job of the process that answers searches. */
  settle(): Promise<void>
  /** Counts all waiting queries as final, because no further typing can arrive. */
  close(): Promise<void>
}

export interface MissedQueriesOptions {
  db: Db
  log: Pick<Logger, 'error'>
  /** Current time, ms UTC */
  now(): number
}

interface WaitingQuery {
  locale: Locale
  query: string
  /** Time of the query, ms UTC */
  at: number
}

/**
 * Counts searches without results. Each typed letter sends a query; if queries extend each other, only the last one
 * counts.
 */
export function createMissedQueries({ db, log, now }: MissedQueriesOptions): MissedQueries {
  const background: Background = createBackground(log)
  /** Waiting queries by network, the longest waiting first */
  const waiting = new Map<string, WaitingQuery>()

  const count = (network: string, { locale, query, at }: WaitingQuery) => {
    waiting.delete(network)
    background.run('Counting a search without results', () => countMissed(db, locale, query, at))
  }
  const countUntil = async (until: number) => {
    for (const [network, one] of waiting) if (one.at <= until) count(network, one)
    await background.idle()
  }
  return {
    note: ({ network, locale, query: asked, isFound }) => {
      const query = asked.trim().toLowerCase().replace(/\s+/g, ' ')
      const before = waiting.get(network)
      if (before && !(query.startsWith(before.query) || before.query.startsWith(query))) count(network, before)
      waiting.delete(network)
      if (isFound || !isCountable(query)) return
      waiting.set(network, { locale, query, at: now() })
      const [first] = waiting.size > maxWaiting ? waiting : []
      if (first) count(...first)
    },
    settle: () => countUntil(now() - settledAfterMs),
    close: () => countUntil(Number.POSITIVE_INFINITY),
  }
}

/** Returns whether a query may be counted. Rejects private data: email addresses, phone numbers and pasted texts. */
function isCountable(query: string): boolean {
  return query.length >= 2 && query.length <= maxLetters && !query.includes('@') && !/\d(?:[\s().+-]*\d){5}/.test(query)
}
