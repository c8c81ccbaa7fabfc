export interface Conflation<K> {
  /** Sends immediately, or at the end of the window if this window has already sent it. */
  change(key: K): void
  sendNow(key: K): void
  /** Sends a waiting change immediately. */
  flush(key: K): void
  close(): void
}

/** All keys share the same windows, so waiting changes are sent together. No timer runs while nothing changes. */
export function createConflation<K>(windowMs: number, send: (keys: Iterable<K>) => void): Conflation<K> {
  let sent = new Set<K>()
  let waiting = new Set<K>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const endWindow = () => {
    timer = undefined
    sent = new Set()
    if (waiting.size === 0) return
    const due = waiting
    waiting = new Set()
    sent = due
    openWindow()
    send(due)
  }
  const openWindow = () => {
    timer ??= setTimeout(endWindow, windowMs)
  }
  const sendNow = (key: K) => {
    waiting.delete(key)
    sent.add(key)
    openWindow()
    send([key])
  }
  return {
    change: (key) => {
      if (sent.has(key)) waiting.add(key)
      else sendNow(key)
    },
    sendNow,
    flush: (key) => {
      if (waiting.has(key)) sendNow(key)
    },
    close: () => clearTimeout(timer),
  }
}
