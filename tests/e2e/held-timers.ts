import type { Page } from 'playwright'

/** Holds the page's timers until `releaseTimers`: a busy machine may look later than a notice stays. */
export function holdTimers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const own = globalThis.setTimeout
    const held: (() => void)[] = []
    const releaseTimers = () => {
      globalThis.setTimeout = own
      for (const run of held.splice(0)) run()
    }
    Object.assign(globalThis, { setTimeout: (run: () => void) => held.push(run), releaseTimers })
  })
}

/** Runs held timers, and lets later ones run by themselves. */
export async function releaseTimers(page: Page): Promise<void> {
  await page.evaluate('releaseTimers()')
}
