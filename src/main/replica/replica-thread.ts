import { startWorker } from '../../jobs/start-worker.ts'

export interface ReplicaPlace {
  path: string
  url: string
  authToken?: string | undefined
}

export interface SyncAnswer {
  /** Why the copy is as it was */
  failure?: string
  /** How far it goes in the server's log, in frames */
  position?: number
}

export interface ReplicaThread {
  /** The copy then has everything that the server had when this was called. One after the other */
  sync(): Promise<SyncAnswer>
  /** Waits for what is under way, but not for a server that says nothing. */
  close(): Promise<void>
}

/** To end with, ms */
const patienceMs = 2000

/** The thread starts with the first call, and again with the next one after it has died. */
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
      // Another thread, which nobody would end, would keep the process.
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
      // A thread that is ended within the driver takes the whole process with it: one that waits there is left.
      if (isIdle) ending?.terminate()
      else if (ending) leave(ending)
      asked?.resolve({ failure: 'Closed' })
    },
  }
}

/** The process ends all the same. */
function leave(worker: Worker & { unref?(): void }): void {
  worker.unref?.()
}

/** Its timer goes with it: a process waits for every one before it ends. */
async function settlesWithin(ms: number, promise: Promise<unknown> | undefined): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, ms, false)
  const isSettled = await Promise.race([promise?.then(() => true) ?? true, late])
  clearTimeout(timer)
  return isSettled
}
