const paceMs = 250
/** Most of the time spent on drawing: where it is slow, it is done less often */
const share = 1 / 25
/** Prices are never older, ms */
const longestMs = 1000

export interface FramePaceOptions {
  now(): number
  setTimeout(run: () => void, ms: number): void
  requestFrame(run: () => void): void
}

/** The first redraw after a pause comes with the next frame; later ones are batched for all prices of the page. */
export function createFramePace({ now, setTimeout, requestFrame }: FramePaceOptions): (run: () => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  let gap = paceMs
  return (run) => {
    const draw = () => {
      requestFrame(() => {
        lastAt = now()
        run()
        // After the frame: includes what the browser did for it.
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
