/** Between the beginnings of two flashes, ms: twice as calm as what may harm people (WCAG 2.3.1). */
const betweenMs = 1000
/** Prices that change with one drawing flash together, ms from the first to the last. */
const togetherMs = 50

/**
 * Says whether a price that changes now may flash: once a second, and then all that change with it. Between, arrow and
 * colour alone say the way; and a page with many prices is not animated all the time. Takes a monotonic time, ms.
 */
export function createFlashGate(): (now: number) => boolean {
  let openedAt = Number.NEGATIVE_INFINITY
  return (now) => {
    if (now >= openedAt + betweenMs) openedAt = now
    return now <= openedAt + togetherMs
  }
}
