import { setTimeout } from 'node:timers/promises'

/** Share of processor time from which a thread counts as busy */
const busyShare = 0.5
/** Minimum duration of a measurement, ms, because `threadCpuUsage` has a resolution of 4 ms */
const minLookMs = 40
/** Number of consecutive idle measurements before work resumes: between bursts of requests there are short gaps. */
const idleLooks = 2
/** Ratio of pauses to work on a busy thread: limits background work to a fiftieth of a processor. */
const restTimes = 49
const maxRestMs = 2000

/** Readings of a thread: monotonic time, and the processor time that the thread has used until then, ms */
export interface ThreadTimes {
  now: number
  worked: number
}

/** Pauses after a piece of work that took `pieceMs`, until aborted. */
export type Throttle = (pieceMs: number, signal: AbortSignal) => Promise<void>

/**
 * Throttles work on other threads while this thread is busy, since threads share caches, memory and maybe a core
 * regardless of priority.
 * @returns a function that pauses after a piece that took `pieceMs`, until it is aborted
 */
export function createThrottle(read = threadTimes, sleep = sleepUntil): Throttle {
  let seen = read()
  let idle = idleLooks
  return async (pieceMs, signal) => {
    const times = read()
    const lookedMs = times.now - seen.now
    if (lookedMs >= minLookMs) {
      idle = times.worked - seen.worked >= lookedMs * busyShare ? 0 : idle + 1
      seen = times
    }
    if (idle < idleLooks) await sleep(Math.min(maxRestMs, pieceMs * restTimes), signal)
  }
}

async function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}

export function threadTimes(): ThreadTimes {
  const { user, system } = process.threadCpuUsage()
  return { now: performance.now(), worked: (user + system) / 1000 }
}
