import type { Background } from './background.ts'

/** Runs the work of each key one at a time. Calls made during a run are coalesced into one more run after it. */
export function createCoalescedRuns(background: Background, name: string, work: (key: string) => Promise<void>) {
  const underway = new Set<string>()
  const again = new Set<string>()
  return (key: string): void => {
    if (underway.has(key)) {
      again.add(key)
      return
    }
    underway.add(key)
    const run = async () => {
      try {
        do {
          again.delete(key)
          await work(key)
        } while (again.has(key))
      } finally {
        underway.delete(key)
      }
    }
    void background.run(`${name} ${key}`, run)
  }
}
