/** Runs the work of each key sequentially, also after failures; different keys run concurrently. */
export function createKeyedQueue<Key>() {
  /** Last pending work of each key */
  const last = new Map<Key, Promise<void>>()
  return (key: Key, work: () => Promise<void>): Promise<void> => {
    const run = (last.get(key) ?? Promise.resolve()).then(work, work).finally(() => {
      if (last.get(key) === run) last.delete(key)
    })
    last.set(key, run)
    return run
  }
}
