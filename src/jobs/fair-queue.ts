import { setImmediate } from 'node:timers/promises'

/** Work that waits for its turn: keys take turns, so that a crowd of one key delays the others by one piece of its own. */
export interface FairQueue {
  /** @returns what the work gives; undefined when it was refused, at once or later, because too much is waiting */
  run<T>(key: string, work: () => Promise<T>): Promise<T | undefined>
  idle(): Promise<void>
}

export interface FairQueueOptions {
  /** Pieces of work at the same time */
  width: number
  /** Pieces that run or wait; when there are more, the newest of the key that has most is refused */
  maxPending: number
  /** For work that this thread does: between two pieces it does whatever else has come meanwhile */
  isOnThread?: boolean
}

interface Waiting {
  start(): Promise<void>
  refuse(): void
}

export function createFairQueue({ width, maxPending, isOnThread = false }: FairQueueOptions): FairQueue {
  const waiting = new Map<string, Waiting[]>()
  const running = new Set<Promise<void>>()
  let waits = 0

  const startNext = () => {
    const [first] = waiting
    if (!first || running.size >= width) return
    const [key, [next, ...rest]] = first
    waiting.delete(key)
    // Its next piece comes after one of everybody else.
    if (rest.length > 0) waiting.set(key, rest)
    waits--
    const run = next?.start().finally(async () => {
      if (isOnThread) await setImmediate()
      running.delete(run ?? Promise.resolve())
      startNext()
    })
    if (run) running.add(run)
  }
  const refuseOne = () => {
    let longest: [string, Waiting[]] | undefined
    for (const entry of waiting) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry
    if (!longest) return
    const [key, pieces] = longest
    waits--
    pieces.pop()?.refuse()
    if (pieces.length === 0) waiting.delete(key)
  }

  return {
    run: <T>(key: string, work: () => Promise<T>) =>
      new Promise<T | undefined>((resolve, reject) => {
        const pieces = waiting.get(key) ?? []
        waiting.set(key, pieces)
        pieces.push({ start: () => Promise.try(work).then(resolve, reject), refuse: () => resolve(undefined) })
        waits++
        startNext()
        if (running.size + waits > maxPending) refuseOne()
      }),
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
