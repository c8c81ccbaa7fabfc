import { availableParallelism } from 'node:os'
import { createFairQueue, type FairQueue } from '../../jobs/fair-queue.ts'
import { startWorker } from '../../jobs/start-worker.ts'
import { type CandleColumns, columnNames } from '../../market/columns.ts'
import type { BacktestTask } from '../backtest/run-backtest.ts'
import type { SweepCell } from './sweep-cells.ts'
import { bestOf, type SweepReply, type SweepScore, type SweepWork, type SweptCell, scoreOf } from './sweep-result.ts'
import { joinWindows, type WalkForward, type WalkForwardWindow, windowsOf } from './walk-forward.ts'

export type SweepOutcome =
  /** All cells are finished; they are in the order of the plan. */
  | { status: 'done'; cells: SweptCell[]; walkForward: WalkForward | undefined }
  | { status: 'busy' }
  /** The sweep was aborted by its signal, or because its owner has started another sweep. */
  | { status: 'cancelled' }
  | { status: 'too-long' }
  | { status: 'failed'; message: string }

interface SweepRequest {
  /** User id: owners take turns, and each has one sweep at a time */
  owner: string
  /** Loads the task when its turn comes. Its minutes must include the warm-up of the most demanding cell. */
  task(): Promise<BacktestTask>
  cells: readonly SweepCell[]
  /** Score by which the best in-sample cell is selected */
  by: SweepScore
  /** Number of walk-forward windows; 0 for none */
  windows?: number
  signal?: AbortSignal | undefined
  /** Receives cells when they are finished, in any order, and the number of cells finished so far */
  onCells?: ((cells: readonly SweptCell[], done: number) => void) | undefined
}

export interface Sweeps {
  run(request: SweepRequest): Promise<SweepOutcome>
  close(): Promise<void>
}

export interface SweepsOptions {
  /** Number of threads: all cores but one, which serves requests */
  width?: number
  /** Max sweeps at a time, because the candles of each sweep are in memory */
  most?: number
  maxPending?: number
  maxMs?: number
}

/** Target duration of a piece of work, ms: other owners wait no longer than this for a thread */
const pieceMs = 250
const maxCellsOfPiece = 64

/**
 * Runs sweeps on their own threads. Pieces of all owners take turns. Backtests have another thread, so they do not wait
 * for sweeps.
 */
export function createSweeps(options: SweepsOptions = {}): Sweeps {
  const { width = Math.max(1, availableParallelism() - 1), most = 4, maxPending = 16, maxMs = 600_000 } = options
  const turns = createFairQueue({ width: most, maxPending })
  const pieces = createFairQueue({ width, maxPending: Number.POSITIVE_INFINITY })
  const threads = createSweepThreads()
  const closing = new AbortController()
  const going = new Map<string, AbortController>()
  let running = 0

  const sweepInTurn = async (request: SweepRequest, stop: AbortSignal): Promise<SweepOutcome> => {
    if (stop.aborted) return { status: 'cancelled' }
    running++
    const tooLong = AbortSignal.timeout(maxMs)
    try {
      const outcome = await sweep(request, { width, pieces, threads, stop: AbortSignal.any([stop, tooLong]) })
      return outcome.status === 'cancelled' && !stop.aborted ? { status: 'too-long' } : outcome
    } finally {
      if (--running === 0) threads.end()
    }
  }
  return {
    run: async (request) => {
      const own = new AbortController()
      going.get(request.owner)?.abort()
      going.set(request.owner, own)
      const signals = [closing.signal, own.signal, ...(request.signal ? [request.signal] : [])]
      try {
        const outcome = await turns.run(request.owner, () => sweepInTurn(request, AbortSignal.any(signals)))
        return outcome ?? { status: 'busy' }
      } finally {
        if (going.get(request.owner) === own) going.delete(request.owner)
      }
    },
    close: async () => {
      closing.abort()
      threads.end()
      await turns.idle()
    },
  }
}

interface Sweeping {
  width: number
  pieces: FairQueue
  threads: SweepThreads
  stop: AbortSignal
}

async function sweep(request: SweepRequest, { width, pieces, threads, stop }: Sweeping): Promise<SweepOutcome> {
  const { owner, cells } = request
  const given = await request.task()
  const task = { ...given, minutes: await shared(given.minutes) }
  const windows = request.windows === 0 ? [] : windowsOf(task, request.windows)
  const run = async (work: SweepWork): Promise<SweepReply> => {
    const reply = await pieces.run(owner, async () => (stop.aborted ? undefined : threads.run(work)))
    return stop.aborted || !reply ? { kind: 'failed', message: 'cancelled' } : reply
  }
  const swept: SweptCell[] = []
  let [next, size] = [0, 1]
  let failure: string | undefined
  const lane = async () => {
    while (next < cells.length && failure === undefined) {
      const indexes = Array.from({ length: Math.min(size, cells.length - next) }, () => next++)
      const chosen = indexes.map((index) => ({ index, params: cells[index]?.params ?? null }))
      const startedAt = performance.now()
      const reply = await run({ kind: 'cells', task, cells: chosen, ends: windows.map(({ end }) => end) })
      if (reply.kind !== 'cells') {
        failure ??= reply.kind === 'failed' ? reply.message : 'another reply'
        return
      }
      const wanted = Math.round((chosen.length * pieceMs) / (performance.now() - startedAt))
      size = Math.max(1, Math.min(maxCellsOfPiece, wanted))
      swept.push(...reply.cells)
      request.onCells?.(reply.cells, swept.length)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  const walked = failure === undefined ? await runOutOfSample(request, { task, windows, swept, run }) : undefined
  if (stop.aborted) return { status: 'cancelled' }
  if (failure !== undefined) return { status: 'failed', message: failure }
  return { status: 'done', cells: swept.sort((a, b) => a.index - b.index), walkForward: walked }
}

interface Walking {
  task: BacktestTask
  windows: ReturnType<typeof windowsOf>
  swept: readonly SweptCell[]
  run(work: SweepWork): Promise<SweepReply>
}

/** Runs out of sample, for each window, the cell that was best in sample. */
async function runOutOfSample({ cells, by }: SweepRequest, { task, windows, swept, run }: Walking) {
  const walked: WalkForwardWindow[] = []
  for (const [place, { end, next }] of windows.entries()) {
    const best = bestOf(swept, (cell) => scoreOf(cell.inSample[place], by))
    const params = best && cells[best.index]?.params
    const statistics = best?.inSample[place]
    if (!params || !statistics) return undefined
    const reply = await run({ kind: 'part', task: { ...task, params }, span: { from: end, to: next } })
    if (reply.kind !== 'part') return undefined
    walked.push({ inSample: { from: task.from, to: end, statistics }, outOfSample: reply.part, params })
  }
  return joinWindows(walked)
}

/** Copies columns to memory shared by all threads. Yields after each column, because two years of minutes are 48 MB. */
async function shared(minutes: CandleColumns): Promise<CandleColumns> {
  const columns = { ...minutes }
  for (const name of columnNames) {
    columns[name] = new Float64Array(new SharedArrayBuffer(minutes[name].byteLength))
    columns[name].set(minutes[name])
    await new Promise((resolve) => setImmediate(resolve))
  }
  return columns
}

/** Worker threads that exist only while a sweep runs. Callers limit the concurrent pieces to the number of threads. */
interface SweepThreads {
  run(work: SweepWork): Promise<SweepReply>
  /** Terminates all threads; the next piece starts new ones. */
  end(): void
}

function createSweepThreads(): SweepThreads {
  const idle: Worker[] = []
  const busy = new Map<Worker, (reply: SweepReply) => void>()
  const start = () => {
    const worker = startWorker('bots/analysis/sweep.worker.ts')
    const settle = (reply: SweepReply, isUsable: boolean) => {
      const resolve = busy.get(worker)
      busy.delete(worker)
      if (isUsable) idle.push(worker)
      else worker.terminate()
      resolve?.(reply)
    }
    worker.onmessage = ({ data }: MessageEvent<SweepReply>) => settle(data, true)
    worker.onerror = ({ message }) => settle({ kind: 'failed', message }, false)
    return worker
  }
  return {
    run: (work) => {
      const worker = idle.pop() ?? start()
      const { promise, resolve } = Promise.withResolvers<SweepReply>()
      busy.set(worker, resolve)
      worker.postMessage(work)
      return promise
    },
    end: () => {
      for (const worker of idle.splice(0)) worker.terminate()
      for (const [worker, resolve] of busy) {
        worker.terminate()
        resolve({ kind: 'failed', message: 'closed' })
      }
      busy.clear()
    },
  }
}
