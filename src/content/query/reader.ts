import type { Db } from '../../db/client.ts'
import { createFairQueue } from '../../jobs/fair-queue.ts'
import { startWorker } from '../../jobs/start-worker.ts'
import { type PackedOutcome, type Packing, packOutcome, type ReadLimits } from './answer.ts'
import { limits } from './limits.ts'
import { findFile, readRemotely } from './queries.ts'
import type { BoundStatement } from './select-query.ts'

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

export interface ThreadRequest {
  id: number
  /** Index of the connection, of those of the thread, that runs the query */
  lane: number
  file: string
  statement: BoundStatement
  limits: ReadLimits
  packing: Packing
}

export interface ThreadAnswer {
  id: number
  /** Time that the thread worked on the query or waited for the database, ms */
  workMs: number
  outcome?: PackedOutcome
  /** Message of an unexpected error */
  failure?: string
}

interface ThreadRead {
  outcome: PackedOutcome
  workMs: number
}

interface ReadThread {
  /** Runs a statement in the thread. @throws Error if the statement cannot be run, or the thread has died */
  read(request: Omit<ThreadRequest, 'id'>): Promise<ThreadRead>
  close(): Promise<void>
}

/** Creates a reader whose thread is started with the first query, and again with the next query after it has died. */
function createReadThread(): ReadThread {
  let worker: Worker | undefined
  let lastId = 0
  const pending = new Map<number, PromiseWithResolvers<ThreadRead>>()
  let closed: PromiseWithResolvers<void> | undefined

  const take = ({ id, outcome, failure, workMs }: ThreadAnswer) => {
    const request = pending.get(id)
    pending.delete(id)
    if (outcome) request?.resolve({ outcome, workMs })
    else request?.reject(new Error(failure))
  }
  const fail = (message: string) => {
    worker = undefined
    for (const { reject } of pending.values()) reject(new Error(`The query thread stopped unexpectedly: ${message}`))
    pending.clear()
    closed?.resolve()
  }
  const start = () => {
    const started = startWorker('content/query/query.worker.ts')
    started.onmessage = ({ data }: MessageEvent<ThreadAnswer | 'closed'>) => {
      if (data === 'closed') closed?.resolve()
      else take(data)
    }
    started.onerror = ({ message }) => {
      started.terminate()
      fail(message)
    }
    return started
  }

  return {
    read: (request) => {
      worker ??= start()
      const answer = Promise.withResolvers<ThreadRead>()
      const id = ++lastId
      pending.set(id, answer)
      worker.postMessage({ id, ...request } satisfies ThreadRequest)
      return answer.promise
    },
    close: async () => {
      if (!worker) return
      closed = Promise.withResolvers()
      worker.postMessage('close')
      await closed.promise
      worker?.terminate()
      worker = undefined
    },
  }
}
