import { startWorker } from '../../jobs/start-worker.ts'
import type { Logger } from '../../log/logger.ts'
import type { Candle } from '../candle.ts'
import type { Recipe } from '../feed/feed.ts'
import type { Instrument } from '../instrument.ts'
import type { AssetSpan } from '../span.ts'
import { type GeneratedMinutes, type PastReply, type PastRequest, type PastTask, packCandles } from './messages.ts'

/** Maximum consecutive losses of the thread. Then no other thread is started, and the serving thread writes. */
const maxLosses = 3
/** Idle time after which the thread is ended, ms. An idle thread costs some megabytes; starting one takes 0.1 s. */
const idleMs = 10_000

export interface PastWriterOptions {
  /** Path of the database file `market.db` */
  path: string
  log: Pick<Logger, 'warn'>
  start?: (() => Worker) | undefined
}

/** Writes the past on a separate thread. A call fails when that thread is lost; the next call starts another. */
export interface PastWriter {
  /** Whether a thread can be used; false after it was lost repeatedly */
  isAble(): boolean
  put(asset: string, candles: readonly Candle[]): Promise<void>
  /** Generates and writes minutes. @param since  ms UTC: generated minutes from then on are returned */
  make(recipe: Recipe, instrument: Instrument, span: AssetSpan, since: number): Promise<GeneratedMinutes>
  rollUp(span: AssetSpan): Promise<void>
  close(): Promise<void>
}

export function createPastWriter({ path, log, start = startPastWorker }: PastWriterOptions): PastWriter {
  let thread: Thread | undefined
  let losses = 0
  let idle: ReturnType<typeof setTimeout> | undefined

  const begin = () => {
    const begun = openThread(start(), path, (reason) => {
      if (thread !== begun) return
      thread = undefined
      losses += 1
      log.warn('The history writer thread was lost', { reason })
    })
    return begun
  }
  const end = async () => {
    clearTimeout(idle)
    const ending = thread
    // The thread is cleared first, so that later calls start another one.
    thread = undefined
    await ending?.ask({ kind: 'close' }).catch(() => undefined)
    ending?.end()
  }
  const ask = async (task: PastTask, moved?: Transferable[]) => {
    clearTimeout(idle)
    thread ??= begin()
    try {
      const answer = await thread.ask(task, moved)
      losses = 0
      return answer
    } finally {
      clearTimeout(idle)
      idle = setTimeout(end, idleMs)
      idle.unref()
    }
  }
  return {
    isAble: () => losses < maxLosses,
    put: async (asset, candles) => {
      const packed = packCandles(candles)
      await ask({ kind: 'put', asset, packed }, [packed.buffer])
    },
    make: async (recipe, instrument, span, since) => {
      const made = await ask({ kind: 'make', recipe, instrument, span, since })
      return made ?? { count: 0, written: undefined, isRolledUp: false, packed: new Float64Array() }
    },
    rollUp: async (span) => void (await ask({ kind: 'roll-up', span })),
    close: end,
  }
}

function startPastWorker(): Worker {
  return startWorker('market/past/past.worker.ts')
}

interface Thread {
  /** Runs a task on the thread. @throws Error if the task fails, or if the thread ends before it has answered */
  ask(task: PastTask, moved?: Transferable[]): Promise<GeneratedMinutes | undefined>
  end(): void
}

function openThread(worker: Worker, path: string, onLost: (reason: string) => void): Thread {
  const waiting = new Map<number, PromiseWithResolvers<GeneratedMinutes | undefined>>()
  let asked = 0
  const lose = (reason: string) => {
    onLost(reason)
    for (const { reject } of waiting.values()) reject(new Error(`The history writer thread was lost: ${reason}`))
    waiting.clear()
  }
  worker.addEventListener('message', ({ data }: MessageEvent<PastReply>) => {
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.isDone) asker?.resolve(data.made)
    else asker?.reject(new Error(data.message))
  })
  worker.addEventListener('error', ({ message }) => lose(message))
  worker.addEventListener('close', () => lose('the thread exited'))
  const send = (task: PastTask, moved: Transferable[] = []) => {
    const asker = Promise.withResolvers<GeneratedMinutes | undefined>()
    const request: PastRequest = { id: ++asked, task }
    waiting.set(request.id, asker)
    worker.postMessage(request, moved)
    return asker.promise
  }
  const opened = send({ kind: 'open', path }).catch((error: unknown) => {
    worker.terminate()
    lose(String(error))
    throw error
  })
  return {
    ask: async (task, moved) => {
      await opened
      return send(task, moved)
    },
    end: () => worker.terminate(),
  }
}
