/** How often what ticks is drawn anew at most, ms between two drawings. People see no more, and each has its price. */
export const paceMs = 250
/** Drawing takes at most this share of the time: where it is dear, it is done less often. */
const share = 1 / 25
/** However dear drawing is, prices are no older than that, ms. */
const longestMs = 1000

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
  let gap = paceMs
  return (run) => {
    const draw = () => {
      requestFrame(() => {
        lastAt = now()
        run()
        // Behind the frame: what the browser had to do for it is in the price.
        setTimeout(() => {
          gap = Math.min(longestMs, Math.max(paceMs, (now() - lastAt) / share))
        }, 0)
      })
    }
    const wait = lastAt + gap - now()
    if (wait > 0) setTimeout(draw, wait)
    else draw()
  }
}
