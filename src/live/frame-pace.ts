const paceMs = 250
/** Maximum share of time spent on drawing: on slow devices prices are drawn less often. */
const share = 1 / 25
/** Maximum delay of a redraw, ms */
const longestMs = 1000

export interface FramePaceOptions {
  now(): number
  setTimeout(run: () => void, ms: number): void
  requestFrame(run: () => void): void
}

/** Draws the first change after a pause in the next frame; batches later changes of all prices on the page. */
export function createFramePace({ now, setTimeout, requestFrame }: FramePaceOptions): (run: () => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  let gap = paceMs
  return (run) => {
    const draw = () => {
      requestFrame(() => {
        lastAt = now()
        run()
        // Measure after the frame, to include the browser's own work for it.
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
