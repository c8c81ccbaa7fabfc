import { setPriority } from 'node:os'

/**
 * Lowers the priority of this thread, so that the serving thread runs first if there are few processors. Only on Linux,
 * where a thread counts as a process here: on other systems the whole process would change.
 * @param nice  nice value, 1 to 19
 */
export function lowerThreadPriority(nice: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(nice)
  } catch {
    // Not allowed everywhere; the work is done at the usual priority.
  }
}
