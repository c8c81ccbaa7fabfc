export interface Conflation<K> {
  /** Tells it at once, or at the end of the window when this window has told it already. */
  change(key: K): void
  tellNow(key: K): void
  /** Tells at once what waits of it. */
  hurry(key: K): void
  close(): void
}

/** Windows are common to all keys, so what has waited is told together. While nothing changes there is no timer. */
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
