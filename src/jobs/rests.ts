import { setTimeout } from 'node:timers/promises'

/** Share of a processor from which on this thread is busy with what others wait for */
const busyShare = 0.5
/** `threadCpuUsage` moves in steps of 4 ms. */
const shortestLookMs = 40
/** A lull between two waves of requests is no peace. */
const idleLooks = 2
/** A rest is so many times as long as the work before it, which so takes a fiftieth of a processor. */
const restTimes = 49
const longestRestMs = 2000

/** ms of any moment on, and the processor time of this thread by then */
export interface ThreadTimes {
  now: number
  worked: number
}

/** Waits after a piece of work that took so long. */
export type Rest = (pieceMs: number, signal: AbortSignal) => Promise<void>

/**
 * Rests between pieces of work that run beside this thread while this thread is busy: they share its caches, its memory
 * and maybe its core, whatever their priority. @returns rests as a piece that took `pieceMs` asks for, until it is aborted
 */
export function createRests(read = threadTimes, sleep = sleepUntil): Rest {
  let seen = read()
  let idle = idleLooks
  return async (pieceMs, signal) => {
    const times = read()
    const lookedMs = times.now - seen.now
    if (lookedMs >= shortestLookMs) {
      idle = times.worked - seen.worked >= lookedMs * busyShare ? 0 : idle + 1
      seen = times
    }
    if (idle < idleLooks) await sleep(Math.min(longestRestMs, pieceMs * restTimes), signal)
  }
}

async function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}

export function threadTimes(): ThreadTimes {
  const { user, system } = process.threadCpuUsage()
  return { now: performance.now(), worked: (user + system) / 1000 }
}
