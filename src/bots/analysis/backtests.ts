import { createFairQueue } from '../../jobs/fair-queue.ts'
import { startWorker } from '../../jobs/start-worker.ts'
import type { BacktestRun, BacktestTask } from '../backtest/run-backtest.ts'
import type { Analysis } from './analyse.ts'
import type { BacktestReply } from './backtest.worker.ts'

export type BacktestOutcome =
  | { status: 'done'; run: BacktestRun; analysis?: Analysis | undefined }
  | { status: 'busy' }
  | { status: 'cancelled' }
  | { status: 'too-long' }
  | { status: 'failed'; message: string }

/**
 * Owner of all backtests that visitors without an account run: together they take one turn among the users, and they
 * are refused first when the queue is full.
 */
export const visitors = 'visitors'

export interface BacktestRequest {
  /** User id of the requester, or `visitors`: owners take turns */
  owner: string
  /** Loads the candles of the request when its turn comes, so that waiting requests keep no candles in memory */
  task(): Promise<BacktestTask>
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => void) | undefined
}

export interface Backtests {
  run(request: BacktestRequest): Promise<BacktestOutcome>
  close(): Promise<void>
}

export interface BacktestsOptions {
  width?: number
  /** Max running and waiting requests; beyond, the newest request of the owner with the most is refused */
  maxPending?: number
  maxMs?: number
}

/** Runs backtests on their own threads, with a fair queue: many requests of one owner only delay that owner. */
export function createBacktests({ width = 1, maxPending = 32, maxMs = 60_000 }: BacktestsOptions = {}): Backtests {
  const queue = createFairQueue({ width, maxPending })
  const closing = new AbortController()
  return {
    run: async ({ owner, task, signal, onProgress }) => {
      const stop = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
      const work = async (): Promise<BacktestOutcome> =>
        stop.aborted ? { status: 'cancelled' } : runOnThread(await task(), { stop, maxMs, onProgress })
      const outcome = await queue.run(owner, work, { isRefusedLast: owner !== visitors })
      return outcome ?? { status: 'busy' }
    },
    close: async () => {
      closing.abort()
      await queue.idle()
    },
  }
}

interface ThreadOptions extends Pick<BacktestRequest, 'onProgress'> {
  stop: AbortSignal
  maxMs: number
}

function runOnThread(task: BacktestTask, { stop, maxMs, onProgress }: ThreadOptions): Promise<BacktestOutcome> {
  const worker = startWorker('bots/analysis/backtest.worker.ts')
  const { promise, resolve } = Promise.withResolvers<BacktestOutcome>()
  const cancel = () => resolve({ status: 'cancelled' })
  const timer = setTimeout(() => resolve({ status: 'too-long' }), maxMs)
  stop.addEventListener('abort', cancel)
  worker.onmessage = ({ data }: MessageEvent<BacktestReply>) => {
    if (data.kind === 'progress') onProgress?.(data.share)
    else if (data.kind === 'failed') resolve({ status: 'failed', message: data.message })
    else resolve({ status: 'done', run: data.run, analysis: data.analysis })
  }
  worker.onerror = ({ message }) => resolve({ status: 'failed', message })
  if (stop.aborted) cancel()
  else
    worker.postMessage(
      task,
      [...Object.values(task.minutes)].map(({ buffer }) => buffer),
    )
  return promise.finally(() => {
    clearTimeout(timer)
    stop.removeEventListener('abort', cancel)
    worker.terminate()
  })
}
