import { databaseTrouble } from '../db/unwritable.ts'
import type { Logger } from '../log/logger.ts'
import type { Recurring } from './jobs.ts'

export interface Loop {
  /** Starts the next step of the loop at once, or right after the current one. */
  wake(): void
  /** Stops the loop; resolves when the current step has ended. */
  stop(): Promise<void>
}

/** Pause after a failed step, ms */
const afterFailure = 1000

/** Runs steps one after the other. @param step  @returns ms until the next step */
export function startLoop({ name }: Recurring, step: () => Promise<number>, log: Pick<Logger, 'error'>): Loop {
  let isStopped = false
  let isWoken = false
  let wakeNow = () => {}
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      if (isWoken || isStopped) return resolve()
      const timer = setTimeout(resolve, ms)
      wakeNow = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const guarded = async () => {
    try {
      return await step()
    } catch (error) {
      // The database logs its trouble itself.
      if (!databaseTrouble(error)) log.error(`The loop "${name}" failed`, error)
      return afterFailure
    }
  }
  const run = async () => {
    while (!isStopped) {
      isWoken = false
      await sleep(await guarded())
    }
  }
  const running = run()
  return {
    wake: () => {
      isWoken = true
      wakeNow()
    },
    stop: async () => {
      isStopped = true
      wakeNow()
      await running
    },
  }
}
