import type { Db } from '../../db/client.ts'
import { createFairQueue } from '../../jobs/fair-queue.ts'
import { limits } from './limits.ts'
import { type PackedOutcome, type Packing, packOutcome } from './packed-answer.ts'
import type { BoundStatement } from './print.ts'
import { findFile, readRemotely } from './queries.ts'
import type { ReadLimits } from './read-outcome.ts'
import { createReadThread } from './read-thread.ts'

interface ReadOptions extends Packing {
  /** Key of the fair queue: many queries of one network do not delay those of others. */
  network: string
}

interface PackedRead {
  outcome: PackedOutcome
  /** Time that the thread or the server worked on the query, ms; 0 if the query was not run */
  workMs: number
}

/** Reader that runs untrusted queries on `content.db` within limits, without blocking the main thread. */
export interface QueryReader {
  read(statement: BoundStatement, options: ReadOptions): Promise<PackedRead>
  close(): Promise<void>
}

/** Number of connections, more than one so that one slow query does not block the others. */
const connectionCount = 2
const maxPending = 128

/**
 * Creates a reader of untrusted queries. A database file is read on a separate thread, where slow queries are
 * interrupted; a server has its own limits.
 */
export function createQueryReader(db: Db, bounds: ReadLimits = limits): QueryReader {
  const thread = createReadThread()
  const queue = createFairQueue({ width: connectionCount, maxPending })
  const lanes = Array.from({ length: connectionCount }, (_, lane) => lane)
  let file: Promise<string> | undefined

  const readFile = async (statement: BoundStatement, packing: Packing): Promise<PackedRead> => {
    file ??= findFile(db)
    const lane = lanes.pop() ?? 0
    try {
      return await thread.read({ lane, file: await file, statement, limits: bounds, packing })
    } finally {
      lanes.push(lane)
    }
  }
  const readServer = async (statement: BoundStatement, packing: Packing): Promise<PackedRead> => {
    const startedAt = performance.now()
    const outcome = packOutcome(await readRemotely(db, statement, bounds), packing)
    return { outcome, workMs: performance.now() - startedAt }
  }
  const busy: PackedRead = { outcome: { status: 'busy' }, workMs: 0 }

  return {
    read: async (statement, { network, fields, encoding }) => {
      const queuedAt = performance.now()
      const packing = { fields, encoding }
      const answer = await queue.run(network, async () => {
        if (performance.now() - queuedAt > bounds.waitMs) return busy
        return db.client.protocol === 'file' ? readFile(statement, packing) : readServer(statement, packing)
      })
      return answer ?? busy
    },
    close: async () => {
      await queue.idle()
      await thread.close()
    },
  }
}
