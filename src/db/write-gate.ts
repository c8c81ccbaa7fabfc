import { setImmediate } from 'node:timers/promises'

export type WriteLane = 'interactive' | 'bulk'

/** Max interactive writes in a row that overtake a waiting bulk write, so that the bulk write never starves */
const maxOvertakes = 32

/** Max number of waiting interactive writes, because each of them holds a waiting request and its memory */
const maxWaiting = 4096

/** The queue of writes is full; no part of the refused write was applied. */
export class CrowdedError extends Error {
  constructor() {
    super('Too many writes are waiting for their turn')
  }
}

export interface RetryOptions {
  isBusy(error: unknown): boolean
  /** Makes the connection usable again after a busy error. */
  recover(): Promise<void>
  tries?: number
  /** Pause before the second attempt, ms; doubles with each further attempt. */
  pauseMs?: number
}

export async function retryWhileBusy<T>(job: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { isBusy, recover, tries = 8, pauseMs = 20 } = options
  for (let tried = 1; ; tried++) {
    try {
      return await job()
    } catch (error) {
      if (tried >= tries || !isBusy(error)) throw error
      await recover()
      await Bun.sleep(pauseMs * 2 ** (tried - 1))
    }
  }
}

export interface WriteGate {
  /** Queues a job and runs it. @throws CrowdedError when too many interactive jobs are waiting */
  run<T>(job: () => Promise<T>, lane?: WriteLane): Promise<T>
  idle(): Promise<void>
}

/**
 * Runs one job at a time, interactive before bulk: SQLite has one writer, and waiting in the driver blocks the process.
 */
export function createWriteGate(options: RetryOptions): WriteGate {
  const waiting: Record<WriteLane, (() => Promise<void>)[]> = { interactive: [], bulk: [] }
  let overtakes = 0
  let working: Promise<void> | undefined

  const nextLane = (): WriteLane | undefined => {
    if (waiting.bulk.length === 0) return waiting.interactive.length > 0 ? 'interactive' : undefined
    return waiting.interactive.length > 0 && overtakes < maxOvertakes ? 'interactive' : 'bulk'
  }
  const work = async () => {
    for (let lane = nextLane(); lane; lane = nextLane()) {
      const job = waiting[lane].shift()
      overtakes = lane === 'bulk' || waiting.bulk.length === 0 ? 0 : overtakes + 1
      await job?.()
      // Yields after a bulk job: the driver writes files on this thread, and without a turn of the event loop no
      // request would be handled in between.
      if (lane === 'bulk') await setImmediate()
    }
    working = undefined
  }

  return {
    run: <T>(job: () => Promise<T>, lane: WriteLane = 'interactive') => {
      if (lane === 'interactive' && waiting.interactive.length >= maxWaiting) return Promise.reject(new CrowdedError())
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      waiting[lane].push(() => retryWhileBusy(job, options).then(resolve, reject))
      working ??= Promise.resolve().then(work)
      return promise
    },
    idle: async () => {
      while (working) await working
    },
  }
}
