import { setPriority } from 'node:os'

/**
 * Lowers the priority of this thread, so that the serving thread runs first if there are few processors. Works only on
 * Linux, where the call changes one thread: on other systems it would change the whole process.
 * @param nice  nice value, 1 to 19
 */
export function lowerThreadPriority(nice: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(nice)
  } catch {
    // The system may not allow this; then the work is done at the usual priority.
  }
}
