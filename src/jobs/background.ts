import { databaseTrouble } from '../db/unwritable.ts'
import type { Logger } from '../log/logger.ts'

export interface Background {
  /**
   * Starts work at once and logs its failure under `name`.
   * @returns a promise that resolves when the work has ended and never rejects
   */
  run(name: string, work: () => Promise<void>): Promise<void>
  idle(): Promise<void>
}

export function createBackground(log: Pick<Logger, 'error'>): Background {
  const underway = new Set<Promise<void>>()
  return {
    run: (name, work) => {
      const started = Promise.try(work)
        .catch((error: unknown) => {
          // The database logs its own failures once; a frequent job would repeat them every second.
          if (!databaseTrouble(error)) log.error(`${name} failed`, error)
        })
        .finally(() => underway.delete(started))
      underway.add(started)
      return started
    },
    idle: async () => {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}
