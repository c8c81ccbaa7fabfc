import type { Page } from 'playwright'

/** Holds the page's timers of two seconds until `releaseTimers`: a busy machine may check a notice after it is gone. */
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
      // No timer has this ID, so clearing it stops nothing else.
      return 0
    }
    Object.assign(globalThis, { setTimeout: hold, releaseTimers })
  })
}

/** Runs the held timers, and lets later ones run normally. */
export async function releaseTimers(page: Page): Promise<void> {
  await page.evaluate('releaseTimers()')
}
