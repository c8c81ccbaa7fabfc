/** Time as feeds see it, so that a test can hold it still, hurry it or set it wrong. */
export interface Clock {
  /** ms UTC */
  now(): number
  /** Calls once, after so many ms; the answer calls it off. */
  after(ms: number, run: () => void): () => void
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Settles after so many ms, or at once when it is aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
