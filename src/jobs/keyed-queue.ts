/** Returns a function that runs the work of each key sequentially, also after failures; keys run concurrently. */
export function createKeyedQueue<Key>() {
  /** Promise of the last queued work of each key */
  const last = new Map<Key, Promise<void>>()
  return (key: Key, work: () => Promise<void>): Promise<void> => {
    const run = (last.get(key) ?? Promise.resolve()).then(work, work).finally(() => {
      if (last.get(key) === run) last.delete(key)
    })
    last.set(key, run)
    return run
  }
}
