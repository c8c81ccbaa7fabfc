import type { Page } from 'playwright'

/** Sums up layout shifts that the reader has not caused; use as a visitor's `prepare`. */
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
 * Returns the elements moved since the page began to load; empty when the total shift is at most `allowed` (by default
 * too small to see).
 */
export async function shiftsOf(page: Page, allowed = 0.005): Promise<string[]> {
  const { shift = '0', moved } = await page.evaluate(() => ({ ...document.documentElement.dataset }))
  return Number(shift) <= allowed ? [] : [`things move by ${shift}: ${moved}`]
}

/** Scrolls to the end, where pictures may load lazily, and back to the top. */
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

/** Waits until the browser has painted and all transitions are over. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // Polls the states of transitions instead of their promises: when an element is removed, its promise may never
    // settle.
    while (transitions.some(({ playState }) => playState === 'running')) await frame()
  })
}
