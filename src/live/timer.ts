export interface Clock {
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number | undefined): void
}

export interface Timer {
  start(ms: number, run: () => void): void
  stop(): void
}

export function createTimer(clock: Clock): Timer {
  let timer: number | undefined
  const stop = () => clock.clearTimeout(timer)
  return {
    stop,
    start: (ms, run) => {
      stop()
      timer = clock.setTimeout(run, ms)
    },
  }
}
