import { type ReadonlySignal, signal } from '@preact/signals-react'

/** Minimum interval between two flashes, ms: safely below the harmful rate (WCAG 2.3.1 allows three per second) */
const betweenMs = 1000

export interface Flashes {
  /** Number of the flash that is visible; 0 between flashes. Prices that change while it is visible join it. */
  visible: ReadonlySignal<number>
  /** Starts a draw of prices at a monotonic time, ms. The flash of an earlier draw ends, without a frame of its own. */
  startDraw(now: number): void
}

/** All prices of a page flash together, at most once a second. A flash ends with the next draw, at most a second later. */
export function createFlashes(setTimeout: (run: () => void, ms: number) => void): Flashes {
  const visible = signal(0)
  let startedAt = Number.NEGATIVE_INFINITY
  let count = 0
  const startDraw = (now: number) => {
    if (now < startedAt + betweenMs) {
      visible.value = 0
      return
    }
    startedAt = now
    const flash = ++count
    visible.value = flash
    setTimeout(() => {
      if (visible.value === flash) visible.value = 0
    }, betweenMs)
  }
  return { visible, startDraw }
}
