import { setImmediate } from 'node:timers/promises'

/** Queue in which keys take turns: many pieces of one key delay the others by at most one piece at a time. */
export interface FairQueue {
  /** @returns the result of the work; undefined if it was refused, at once or later, because the queue is full */
  run<T>(key: string, work: () => Promise<T>): Promise<T | undefined>
  idle(): Promise<void>
}

export interface FairQueueOptions {
  /** Max concurrent pieces of work */
  width: number
  /** Max running and waiting pieces; beyond it, the newest piece of the key with the most is refused */
  maxPending: number
  /** For work on this thread: yields to the event loop between two pieces */
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
    // Re-inserted last, after all other keys.
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
