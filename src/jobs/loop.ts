import { databaseTrouble } from '../db/unwritable.ts'
import type { Logger } from '../log/logger.ts'

export interface Loop {
  /** It is asked again at once, or as soon as this step has ended. */
  wake(): void
  /** Settles when the step under way has ended; none comes after it. */
  stop(): Promise<void>
}

/** ms to wait after a step that has failed */
const afterFailure = 1000

/** Step after step. @param step  @returns ms until the next one */
export function startLoop(name: string, step: () => Promise<number>, log: Pick<Logger, 'error'>): Loop {
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
      // Its database says so once.
      if (!databaseTrouble(error)) log.error(`${name} failed`, error)
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
