import { startWorker } from '../../jobs/start-worker.ts'

export interface ReplicaPlace {
  path: string
  url: string
  authToken?: string | undefined
}

export interface SyncAnswer {
  /** Reason why the sync failed */
  failure?: string
  /** Position of the copy in the server's log, in frames */
  position?: number
}

export interface ReplicaThread {
  /** Syncs the copy with the server's state at the time of the call. Calls must not overlap. */
  sync(): Promise<SyncAnswer>
  /** Waits for a running sync, up to a timeout. */
  close(): Promise<void>
}

/** Max time to wait on close, ms */
const patienceMs = 2000

/** Creates a replica thread. It is started at the first call, and again at the next call after it has died. */
export function createReplicaThread(place: ReplicaPlace): ReplicaThread {
  let worker: Worker | undefined
  let asked: PromiseWithResolvers<SyncAnswer> | undefined
  let isClosed = false
  const start = () => {
    const started = startWorker('main/replica/replica.worker.ts')
    const lose = (failure: string) => {
      if (worker !== started) return
      worker = undefined
      asked?.resolve({ failure })
    }
    started.onmessage = ({ data }: MessageEvent<SyncAnswer>) => asked?.resolve(data)
    started.onerror = ({ message }) => lose(message)
    started.addEventListener('close', () => lose('The thread has ended'))
    started.postMessage(place)
    return started
  }
  return {
    sync: async () => {
      // A new thread after the close would keep the process alive.
      if (isClosed) return { failure: 'Closed' }
      worker ??= start()
      asked = Promise.withResolvers()
      worker.postMessage('sync')
      return asked.promise
    },
    close: async () => {
      isClosed = true
      const ending = worker
      const isIdle = await settlesWithin(patienceMs, asked?.promise)
      worker = undefined
      // Leaves a busy thread running: terminating it inside the native driver crashes the process.
      if (isIdle) ending?.terminate()
      else if (ending) leave(ending)
      asked?.resolve({ failure: 'Closed' })
    },
  }
}

/** Lets the process end although the thread still runs. */
function leave(worker: Worker & { unref?(): void }): void {
  worker.unref?.()
}

/** Waits for a promise up to a timeout. Clears the timer, which would keep the process alive. */
async function settlesWithin(ms: number, promise: Promise<unknown> | undefined): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, ms, false)
  const isSettled = await Promise.race([promise?.then(() => true) ?? true, late])
  clearTimeout(timer)
  return isSettled
}
