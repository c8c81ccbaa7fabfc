import type { Db } from '../../db/client.ts'
import { UnwritableError } from '../../db/unwritable.ts'
import type { Logger } from '../../log/logger.ts'
import type { Claim } from './claim-queries.ts'
import { type Result, recordResults } from './result-queries.ts'

export interface ResultWriter {
  add(result: Result): void
  /** Number of results that are not on the disk yet */
  size(): number
  /** Resolves when at most `most` results of the lane are unwritten; may take long while the disk is full. */
  room(lane: Claim['lane'], most: number): Promise<void>
  /** Resolves when all results are written; retries for as long as the disk is full. */
  flush(): Promise<void>
  /**
   * Prepares for shutdown: results that are not written within `ms` are dropped; the outcome of their rows becomes
   * unknown when the lease expires.
   */
  giveUpAfter(ms: number): void
}

/** Grouping time, ms: results of this period, and those added during the previous write, form one write */
const groupMs = 15
const retryMs = 500

/** Buffers results of sends until they are written: Telegram could not be asked for them again. */
export function createResultWriter(options: {
  db: Db
  leaseOwner: string
  now(): number
  log: Pick<Logger, 'error' | 'warn'>
}): ResultWriter {
  const { db, leaseOwner, now, log } = options
  let results: Result[] = []
  let underway: Result[] = []
  let writing: Promise<void> | undefined
  let written = Promise.withResolvers<void>()
  let giveUpAt = Number.POSITIVE_INFINITY

  const write = async () => {
    await Bun.sleep(groupMs)
    while (results.length > 0) {
      const batch = results
      results = []
      underway = batch
      try {
        await recordResults(db, batch, { leaseOwner, now: now() })
      } catch (error) {
        if (!(error instanceof UnwritableError)) log.error('Could not save send results', error)
        results = [...batch, ...results]
        underway = []
        if (performance.now() < giveUpAt) await Bun.sleep(retryMs)
        else dropResults()
      }
      underway = []
      written.resolve()
      written = Promise.withResolvers<void>()
    }
    writing = undefined
  }
  const dropResults = () => {
    log.warn('Send results not saved before shutdown: their outcome is unknown', { messages: results.length })
    results = []
  }
  const countOf = (lane: Claim['lane']) => [...underway, ...results].filter(({ row }) => row.lane === lane).length
  return {
    add: (result) => {
      results.push(result)
      writing ??= write()
    },
    size: () => results.length + underway.length,
    room: async (lane, most) => {
      while (countOf(lane) > most) await written.promise
    },
    flush: async () => {
      while (writing) await writing
    },
    giveUpAfter: (ms) => {
      giveUpAt = performance.now() + ms
    },
  }
}
