import type { Page } from 'playwright'

/**
 * Holds the page's timers of two seconds until `releaseTimers`, because a busy machine may check a notice only after it
 * has disappeared.
 */
export function holdTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const own = globalThis.setTimeout
    const held: (() => void)[] = []
    const releaseTimers = () => {
      globalThis.setTimeout = own
      for (const run of held.splice(0)) run()
    }
    const hold = (run: () => void, delay?: number) => {
      if (delay !== 2000) return own(run, delay)
      held.push(run)
      // Returns an ID that no timer has, so clearing it stops no other timer.
      return 0
    }
    Object.assign(globalThis, { setTimeout: hold, releaseTimers })
  })
}

/** Runs the held timers; timers set afterwards run normally. */
export async function releaseTimers(page: Page): Promise<void> {
  await page.evaluate('releaseTimers()')
}
