/** How often what ticks is drawn anew at most, ms between two drawings. People see no more, and each has its price. */
export const paceMs = 250

export interface FramePaceOptions {
  /** Monotonic, ms */
  now(): number
  setTimeout(run: () => void, ms: number): void
  requestFrame(run: () => void): void
}

/**
 * Spaces drawings: the first after a pause comes with the next frame, and what comes soon after it waits for the others
 * that do, so that a page with many prices that tick at many moments is drawn a few times a second for all of them.
 */
export function createFramePace({ now, setTimeout, requestFrame }: FramePaceOptions): (run: () => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return (run) => {
    const draw = () => {
      requestFrame(() => {
        lastAt = now()
        run()
      })
    }
    const wait = lastAt + paceMs - now()
    if (wait > 0) setTimeout(draw, wait)
    else draw()
  }
}
