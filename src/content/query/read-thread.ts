import { startWorker } from '../../jobs/start-worker.ts'
import type { PackedOutcome, Packing } from './packed-answer.ts'
import type { BoundStatement } from './print.ts'
import type { ReadLimits } from './read-outcome.ts'

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

export interface ReadThread {
  /** Runs a statement in the thread. @throws Error if the statement cannot be run, or the thread has died */
  read(request: Omit<ThreadRequest, 'id'>): Promise<ThreadRead>
  close(): Promise<void>
}

/** Creates a reader whose thread is started with the first query, and again with the next query after it has died. */
export function createReadThread(): ReadThread {
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
