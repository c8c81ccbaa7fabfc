/** Something that changes often and is told at a bounded rate. */
export interface Conflation<K> {
  /** Says that it has changed: told at once when it has not been told in this window, else when the window ends. */
  change(key: K): void
  /** Tells it at once, whatever the window. */
  tellNow(key: K): void
  close(): void
}

/**
 * Bounds how often each of many things is told: once a window, at its first change or with the end of the window. The
 * windows are the same for all, so what has waited is told in one go: whoever follows much gets it in one piece. While
 * nothing changes there are no windows and no timer.
 */
export function createConflation<K>(windowMs: number, tell: (keys: Iterable<K>) => void): Conflation<K> {
  let told = new Set<K>()
  let waiting = new Set<K>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const endWindow = () => {
    timer = undefined
    told = new Set()
    if (waiting.size === 0) return
    const due = waiting
    waiting = new Set()
    told = due
    openWindow()
    tell(due)
  }
  const openWindow = () => {
    timer ??= setTimeout(endWindow, windowMs)
  }
  const tellNow = (key: K) => {
    waiting.delete(key)
    told.add(key)
    openWindow()
    tell([key])
  }
  return {
    change: (key) => {
      if (told.has(key)) waiting.add(key)
      else tellNow(key)
    },
    tellNow,
    close: () => clearTimeout(timer),
  }
}
