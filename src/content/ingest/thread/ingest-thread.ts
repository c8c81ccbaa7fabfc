import { startWorker } from '../../../jobs/start-worker.ts'
import type { Logger } from '../../../log/logger.ts'
import type { IngestDeps, IngestOptions, IngestReport } from '../ingest.ts'
import {
  type Answer,
  deserializeError,
  type FromThread,
  type IngestSetup,
  type Question,
  type ToThread,
} from './messages.ts'

/**
 * Time after which an idle thread ends, ms. Its grammars take about 60 MB: while pages are being edited the thread
 * stays ready, on an idle site there is none.
 */
const idleMs = 120_000
/**
 * Max number of changed files of a run after which the thread is kept. A larger run leaves about 100 MB that is freed
 * only with the thread.
 */
const maxKeptFor = 50

export interface IngestThreadOptions extends IngestSetup, Pick<IngestDeps, 'images' | 'serves'> {
  log: Pick<Logger, 'error' | 'info'>
  start?: (() => Worker) | undefined
}

type RunOptions = Pick<IngestOptions, 'pictures' | 'signal' | 'onProgress'>

export interface IngestThread {
  /**
   * Runs the ingest in the thread, one run at a time. @param now  ms UTC. @throws Error if the run fails or the thread
   * is lost (the next run starts another thread), or the signal's reason
   */
  ingest(only: string[] | undefined, now: number, options?: RunOptions): Promise<IngestReport>
  close(): Promise<void>
}

interface Running {
  worker: Worker
  request: (PromiseWithResolvers<IngestReport> & Pick<RunOptions, 'onProgress'>) | undefined
  closed: PromiseWithResolvers<void>
}

export function createIngestThread(options: IngestThreadOptions): IngestThread {
  const { database, contentDir, embeds } = options
  let running: Running | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()

  const begin = (): Running => {
    const begun = startThread(options, (reason) => {
      if (running === begun) running = undefined
      begun.worker.terminate()
      begun.request?.reject(new Error(`The ingest thread stopped unexpectedly: ${reason}`))
      begun.closed.resolve()
    })
    return begun
  }
  const end = async () => {
    clearTimeout(idle)
    const ending = running
    running = undefined
    if (!ending) return
    post(ending, { kind: 'close' })
    await ending.closed.promise
    ending.worker.terminate()
  }
  const run = async (only: string[] | undefined, now: number, { pictures, signal, onProgress }: RunOptions) => {
    signal?.throwIfAborted()
    clearTimeout(idle)
    running ??= begin()
    const begun = running
    begun.request = { ...Promise.withResolvers(), onProgress }
    const { promise } = begun.request
    const stop = () => post(begun, { kind: 'stop' })
    signal?.addEventListener('abort', stop)
    post(begun, { kind: 'run', setup: { database, contentDir, embeds }, only, pictures, now })
    let isLarge = false
    try {
      const report = await promise
      isLarge = report.changed.length + report.removed.length > maxKeptFor
      return report
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
      idle = setTimeout(
        () => {
          last = last.then(end)
        },
        isLarge ? 0 : idleMs,
      )
      idle.unref()
    }
  }
  return {
    ingest: (only, now, options = {}) => {
      const report = last.then(() => run(only, now, options))
      last = report.catch(() => undefined)
      return report
    },
    close: async () => {
      await last
      await end()
    },
  }
}

function startThread(options: IngestThreadOptions, onLost: (reason: string) => void): Running {
  const { log, start = () => startWorker('content/ingest/thread/ingest.worker.ts') } = options
  const running: Running = { worker: start(), request: undefined, closed: Promise.withResolvers() }
  running.worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
    switch (data.kind) {
      case 'question':
        answerOf(options, data.question)
          .catch((error: unknown) => log.error('Answering a request of the ingest thread failed', error))
          .then((answer) => post(running, { kind: 'answer', id: data.id, answer: answer ?? undefined }))
        break
      case 'progress':
        running.request?.onProgress?.(data.done, data.total)
        break
      case 'done':
        running.request?.resolve(data.report)
        break
      case 'failed':
        running.request?.reject(deserializeError(data.error))
        break
      case 'closed':
        running.closed.resolve()
        break
      case 'error':
        log.error(data.message, data.cause)
        break
      case 'info':
        log.info(data.message)
    }
  }
  running.worker.onerror = ({ message }) => onLost(message)
  running.worker.addEventListener('close', () => onLost('it exited'))
  return running
}

async function answerOf({ images, serves }: IngestThreadOptions, question: Question): Promise<Answer> {
  return question.kind === 'serves' ? serves?.(question.path) : images[question.kind](question.src, question.known)
}

function post({ worker }: Running, message: ToThread): void {
  worker.postMessage(message)
}
