import { setImmediate } from 'node:timers/promises'

/** Queue in which keys take turns: many pieces of one key delay other keys by at most one piece at a time. */
export interface FairQueue {
  /** Queues work. @returns its result; undefined if the work was refused, now or later, because the queue is full */
  run<T>(key: string, work: () => Promise<T>, options?: WorkOptions): Promise<T | undefined>
  idle(): Promise<void>
}

interface WorkOptions {
  /** Refused only when no other work waits. All pieces of a key have the same value. */
  isRefusedLast?: boolean
}

export interface FairQueueOptions {
  /** Maximum concurrent pieces of work */
  width: number
  /** Maximum running and waiting pieces. Then the newest piece of the key with the most waiting pieces is refused; of keys with equally many, the newest key. */
  maxPending: number
  /** Whether the work runs on this thread; then the queue yields to the event loop between two pieces */
  isOnThread?: boolean
}

interface Waiting {
  isRefusedLast: boolean
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
    // The key is inserted again behind all other keys, so that they take turns.
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
    const keys = [...waiting]
    const others = keys.filter(([, [first]]) => !first?.isRefusedLast)
    let longest: [string, Waiting[]] | undefined
    for (const entry of others.length > 0 ? others : keys) {
      if (entry[1].length >= (longest?.[1].length ?? 0)) longest = entry
    }
    if (!longest) return
    const [key, pieces] = longest
    waits--
    pieces.pop()?.refuse()
    if (pieces.length === 0) waiting.delete(key)
  }

  return {
    run: <T>(key: string, work: () => Promise<T>, { isRefusedLast = false }: WorkOptions = {}) =>
      new Promise<T | undefined>((resolve, reject) => {
        const pieces = waiting.get(key) ?? []
        waiting.set(key, pieces)
        const start = () => Promise.try(work).then(resolve, reject)
        pieces.push({ isRefusedLast, start, refuse: () => resolve(undefined) })
        waits++
        startNext()
        if (running.size + waits > maxPending) refuseOne()
      }),
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
