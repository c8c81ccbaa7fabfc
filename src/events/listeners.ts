import type { Logger } from '../log/logger.ts'

/** Creates a set of listeners. If one throws, this is logged with `words`, and the others are still called. */
export function createListeners<Args extends unknown[]>(
  log: Pick<Logger, 'error'>,
  failureMessage = 'Event listener failed',
) {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify: (...args: Args) => {
      for (const listener of listeners) {
        try {
          listener(...args)
        } catch (error) {
          log.error(failureMessage, error)
        }
      }
    },
    on: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
