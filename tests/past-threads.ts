import { startWorker } from '../src/jobs/start-worker.ts'

/** Idle threads: the last market that used each one has closed. */
const idle: Worker[] = []

/**
 * Borrows a thread that writes the history of one market. Threads are reused, because starting one costs some 30 ms of
 * processor time and tests open hundreds of markets. `terminate` only returns the thread to the pool.
 */
export function borrowPastThread(): Worker {
  const thread = idle.pop() ?? startWorker('market/past/past.worker.ts')
  const borrowed = new AbortController()
  const { signal } = borrowed
  const own: Record<string | symbol, unknown> = {
    addEventListener: (type: string, listener: EventListener) => thread.addEventListener(type, listener, { signal }),
    postMessage: thread.postMessage.bind(thread),
    terminate: () => {
      if (!signal.aborted) idle.push(thread)
      borrowed.abort()
    },
  }
  return new Proxy(thread, { get: (_, name) => own[name] })
}
