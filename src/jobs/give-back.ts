import type { Jobs } from './jobs.ts'
import { threadTimes } from './rests.ts'

/** ms: what was begun beside the start has ended by the first look */
const lookEvery = 5000
/** Share of a processor below which nobody waits for this thread */
const idleShare = 0.1

/** Gives back once what only the start needed, when this thread is idle: compiled code goes too, and is made anew. */
export function giveBackWhenIdle(jobs: Pick<Jobs, 'every'>, read = threadTimes, giveBack = Bun.shrink): void {
  let seen = read()
  const stop = jobs.every(lookEvery, 'memory-give-back', async () => {
    const times = read()
    const share = (times.worked - seen.worked) / (times.now - seen.now)
    seen = times
    if (share >= idleShare) return
    giveBack()
    void stop()
  })
}
