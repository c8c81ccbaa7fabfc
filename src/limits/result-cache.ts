/** LRU cache of results, limited by count and size */
export interface ResultCache<Result> {
  find(key: string): Result | undefined
  /** Stores a result. @param bytes  approximate size; a result larger than the whole cache is not stored */
  keep(key: string, result: Result, bytes: number): void
  forget(): void
}

export function createResultCache<Result>(most: number, maxBytes: number): ResultCache<Result> {
  const entries = new Map<string, { result: Result; bytes: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    find: (key) => {
      const found = entries.get(key)
      if (!found) return undefined
      entries.delete(key)
      entries.set(key, found)
      return found.result
    },
    keep: (key, result, bytes) => {
      remove(key)
      if (bytes > maxBytes) return
      entries.set(key, { result, bytes })
      total += bytes
      for (const oldest of entries.keys()) {
        if (entries.size <= most && total <= maxBytes) break
        remove(oldest)
      }
    },
    forget: () => {
      entries.clear()
      total = 0
    },
  }
}
