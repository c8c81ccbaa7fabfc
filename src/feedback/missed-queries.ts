import type { Db } from '../db/client.ts'
import type { Locale } from '../i18n/locales.ts'
import { type Background, createBackground } from '../jobs/background.ts'
import type { Logger } from '../log/logger.ts'
import type { SearchDone } from '../site/site-deps.ts'
import { countMissed } from './queries.ts'

/** Nobody types on after so long, ms. */
const settledAfter = 5_000
/** Networks that may yet type on; of more, the first is taken to be done */
const mostWaiting = 1000
const mostLetters = 80

export interface MissedQueries {
  /** Counts it once whoever asked has asked for something else, or for nothing more */
  note(search: SearchDone): void
  /** Counts those that are settled: a job of the process that answers searches. */
  settle(): Promise<void>
  /** Counts all that wait: nobody types on. */
  close(): Promise<void>
}

export interface MissedQueriesOptions {
  db: Db
  log: Pick<Logger, 'error'>
  /** ms UTC */
  now(): number
}

interface Waiting {
  locale: Locale
  query: string
  /** ms UTC */
  at: number
}

/** Searches that find nothing. A query is sent with every letter: of those that are one another's beginnings only the last counts. */
export function createMissedQueries({ db, log, now }: MissedQueriesOptions): MissedQueries {
  const background: Background = createBackground(log)
  /** By network, the one that waits longest first */
  const waiting = new Map<string, Waiting>()

  const count = (network: string, { locale, query, at }: Waiting) => {
    waiting.delete(network)
    background.run('Counting a query without a hit', () => countMissed(db, locale, query, at))
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
      if (isFound || !isTellable(query)) return
      waiting.set(network, { locale, query, at: now() })
      const [first] = waiting.size > mostWaiting ? waiting : []
      if (first) count(...first)
    },
    settle: () => countUntil(now() - settledAfter),
    close: () => countUntil(Number.POSITIVE_INFINITY),
  }
}

/** No address of a mailbox, no telephone number, nothing pasted. */
function isTellable(query: string): boolean {
  return (
    query.length >= 2 && query.length <= mostLetters && !query.includes('@') && !/\d(?:[\s().+-]*\d){5}/.test(query)
  )
}
