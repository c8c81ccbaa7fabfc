import { startWorker } from '../../jobs/start-worker.ts'
import type { SweepReply, SweepWork } from './sweep-work.ts'

/** Threads that are there while somebody sweeps. Whoever asks takes care that no more pieces run than there are threads. */
export interface SweepThreads {
  run(work: SweepWork): Promise<SweepReply>
  /** Ends them; the next piece starts others. */
  end(): void
}

export function createSweepThreads(): SweepThreads {
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
