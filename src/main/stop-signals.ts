/** Time after the first signal from which another one ends the process at once, ms */
const patience = 10_000

export interface Stop {
  /** Aborted by the first signal */
  signal: AbortSignal
  /** Name of the first signal */
  firstSignal: Promise<string>
}

/**
 * Handles SIGTERM and SIGINT. Stopping `bun start` sends several signals at once: later ones are ignored for `patience`
 * ms.
 */
export function awaitStop(): Stop {
  const stopping = new AbortController()
  const { promise: firstSignal, resolve } = Promise.withResolvers<string>()
  let firstAt: number | undefined
  const numbers = { SIGINT: 2, SIGTERM: 15 }
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      const now = performance.now()
      firstAt ??= now
      if (now - firstAt >= patience) process.exit(128 + numbers[name])
      resolve(name)
      stopping.abort()
    })
  }
  return { signal: stopping.signal, firstSignal }
}
