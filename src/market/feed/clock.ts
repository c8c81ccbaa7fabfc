export interface Clock {
  now(): number
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Creates named timers; starting a timer whose name is in use replaces the earlier one. */
export function createTimers<Name extends string>(clock: Clock) {
  const timers = new Map<Name, () => void>()
  return {
    start: (name: Name, ms: number, run: () => void): void => {
      timers.get(name)?.()
      timers.set(name, clock.after(ms, run))
    },
    stop: (name: Name): void => timers.get(name)?.(),
    stopAll: (): void => {
      for (const cancel of timers.values()) cancel()
    },
  }
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
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
