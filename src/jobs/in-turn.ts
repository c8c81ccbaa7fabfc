/** Work of one key begins when the one before it has ended, however that was; work of different keys stands beside each other. */
export function createTurns<Key>() {
  /** The last of each key that has not ended */
  const last = new Map<Key, Promise<void>>()
  return (key: Key, work: () => Promise<void>): Promise<void> => {
    const run = (last.get(key) ?? Promise.resolve()).then(work, work).finally(() => {
      if (last.get(key) === run) last.delete(key)
    })
    last.set(key, run)
    return run
  }
}
