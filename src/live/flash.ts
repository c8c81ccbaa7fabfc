/** Minimum interval between two flashes, ms: safely below the harmful rate (WCAG 2.3.1 allows three per second) */
const betweenMs = 1000
/** Time in which price changes flash together, ms: the changes of one frame */
const togetherMs = 50

/** Returns whether a price that changes now may flash: once a second, all together. Takes a monotonic time, ms. */
export function createFlashGate(): (now: number) => boolean {
  let openedAt = Number.NEGATIVE_INFINITY
  return (now) => {
    if (now >= openedAt + betweenMs) openedAt = now
    return now <= openedAt + togetherMs
  }
}
