import type { Jobs, Recurring } from './jobs.ts'
import { threadTimes } from './throttle.ts'

/** Background work of the start has ended by the first check. */
export const memoryJob: Recurring = { role: 'any', every: 5000, name: 'memory-free' }
/** Max share of processor time at which the thread counts as idle */
const idleShare = 0.1

/**
 * After the start, once the thread is idle, frees memory that only the start needed, including JIT code, which is
 * recompiled on demand. Does this once.
 */
export function freeMemoryWhenIdle(jobs: Pick<Jobs, 'every'>, read = threadTimes, freeMemory = Bun.shrink): void {
  let seen = read()
  const stop = jobs.every(memoryJob.every, memoryJob.name, async () => {
    const times = read()
    const share = (times.worked - seen.worked) / (times.now - seen.now)
    seen = times
    if (share >= idleShare) return
    freeMemory()
    void stop()
  })
}
