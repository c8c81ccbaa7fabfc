/** After `close` it emits nothing. */
interface Runner {
  close(): void
}

/** Manages one current runner, at most one successor ready to take over, and former runners that are winding down. */
export interface Relay<R extends Runner> {
  current(): R | undefined
  successor(): R | undefined
  begin(runner: R): void
  prepare(runner: R): void
  /** Makes the successor the current runner. @returns whether there was a current one before */
  handOver(): boolean
  /** Closes all runners that have handed over. */
  dropFormer(): void
  /** Closes a runner, if given. @returns its role */
  drop(runner: R | undefined): 'current' | 'successor' | 'former'
  closeAll(): void
}

export function createRelay<R extends Runner>(): Relay<R> {
  const runners = new Set<R>()
  let [current, successor]: (R | undefined)[] = []
  const close = (runner: R) => {
    if (runners.delete(runner)) runner.close()
  }
  return {
    current: () => current,
    successor: () => successor,
    begin: (runner) => {
      runners.add(runner)
      current = runner
    },
    prepare: (runner) => {
      runners.add(runner)
      successor = runner
    },
    handOver: () => {
      const hadCurrent = current !== undefined
      ;[current, successor] = [successor, undefined]
      return hadCurrent
    },
    dropFormer: () => {
      for (const runner of runners) if (runner !== current && runner !== successor) close(runner)
    },
    drop: (runner) => {
      if (!runner) return 'former'
      close(runner)
      const was = runner === current ? 'current' : runner === successor ? 'successor' : 'former'
      if (was === 'current') current = undefined
      if (was === 'successor') successor = undefined
      return was
    },
    closeAll: () => {
      for (const runner of runners) runner.close()
    },
  }
}
