/** Remembers the latest `most` names; the oldest is forgotten when another one is added. */
export function createSeen(most = 1000) {
  const seen = new Set<string>()
  return {
    has: (name: string) => seen.has(name),
    add: (name: string) => {
      seen.add(name)
      for (const oldest of seen) {
        if (seen.size <= most) return
        seen.delete(oldest)
      }
    },
  }
}
