/** LRU cache of results, limited by count and size */
export interface KeptResults<Result> {
  find(key: string): Result | undefined
  /** @param bytes  approximate size; a result larger than the whole cache is not stored */
  keep(key: string, result: Result, bytes: number): void
  forget(): void
}

export function createKeptResults<Result>(most: number, mostBytes: number): KeptResults<Result> {
  const kept = new Map<string, { result: Result; bytes: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  return {
    find: (key) => {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.result
    },
    keep: (key, result, bytes) => {
      remove(key)
      if (bytes > mostBytes) return
      kept.set(key, { result, bytes })
      total += bytes
      for (const oldest of kept.keys()) {
        if (kept.size <= most && total <= mostBytes) break
        remove(oldest)
      }
    },
    forget: () => {
      kept.clear()
      total = 0
    },
  }
}
