import { startWorker } from '../src/jobs/start-worker.ts'

/** Their last market has closed. */
const idle: Worker[] = []

/**
 * A thread that writes the past of one market, used again by the next: to start one costs some 30 ms of the processor, and
 * tests open hundreds of markets. What ends it only gives it back.
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
