/** What can be closed; afterwards it says nothing. */
interface Runner {
  close(): void
}

/** One runs, one may stand ready to take over, and those that have handed over run out. */
export interface Relay<R extends Runner> {
  current(): R | undefined
  successor(): R | undefined
  begin(runner: R): void
  prepare(runner: R): void
  /** The successor is the current one from now on. @returns whether somebody was there to hand over */
  handOver(): boolean
  /** Closes all that have handed over. */
  dropFormer(): void
  /** Closes one, if there is one. @returns what it was */
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
