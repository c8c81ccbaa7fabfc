export interface Conflation<K> {
  /** Sends immediately, or at the end of the window if this window has already sent it. */
  change(key: K): void
  tellNow(key: K): void
  /** Sends a waiting change immediately. */
  hurry(key: K): void
  close(): void
}

/** All keys share the same windows, so waiting changes are sent together. No timer runs while nothing changes. */
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
    hurry: (key) => {
      if (waiting.has(key)) tellNow(key)
    },
    close: () => clearTimeout(timer),
  }
}
