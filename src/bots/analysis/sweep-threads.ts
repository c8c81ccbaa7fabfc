import { startWorker } from '../../jobs/start-worker.ts'
import type { SweepReply, SweepWork } from './sweep-work.ts'

/** Worker threads that exist only while a sweep runs. The caller limits concurrent pieces to the number of threads. */
export interface SweepThreads {
  run(work: SweepWork): Promise<SweepReply>
  /** Terminates all threads; the next piece starts new ones. */
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
