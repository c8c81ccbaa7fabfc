import type { Page } from 'playwright'

/** For a visitor's `prepare`: sums up how far things move without the reader's doing. */
export function recordShifts(): void {
  let sum = 0
  let moved: string[] = []
  const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift'
  new PerformanceObserver((list) => {
    const shifts = list.getEntries().filter(isShift)
    for (const { value, hadRecentInput, sources } of shifts) {
      if (hadRecentInput) continue
      sum += value
      moved = [
        ...moved,
        ...sources.map(({ node }) => (node instanceof Element ? node.outerHTML : node?.nodeValue) ?? ''),
      ]
    }
    document.documentElement.dataset.shift = sum.toFixed(4)
    document.documentElement.dataset.moved = moved.map((html) => html.slice(0, 60)).join(' | ')
  }).observe({ type: 'layout-shift', buffered: true })

  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
}

/**
 * What has moved since the page began to load; nothing when it is no more than `allowed` (by default: too little to be
 * seen).
 */
export async function shiftsOf(page: Page, allowed = 0.005): Promise<string[]> {
  const { shift = '0', moved } = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  return Number(shift) <= allowed ? [] : [`things move by ${shift}: ${moved}`]
}

/** Scrolls to the end, where pictures may still have to come, and back to the top. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isOnScreen = (image: Element) => {
      const { top, bottom } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    await document.fonts.ready
    for (const top of [0, document.documentElement.scrollHeight, 0]) {
      scrollTo({ top, behavior: 'instant' })
      await frame()
      await Promise.all([...document.images].filter(isOnScreen).map((image) => image.decode()))
      await frame()
    }
  })
}

/** Waits until the browser has shown what it has, with all fading over. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // Not by their promises: one whose element has gone may leave its own open for ever.
    while (transitions.some(({ playState }) => playState === 'running')) await frame()
  })
}
