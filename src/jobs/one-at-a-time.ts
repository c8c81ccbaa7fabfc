import type { Background } from './background.ts'

/**
 * Runs of one piece of work, of which each key has one at a time. Asked for meanwhile it runs once more, however often it was
 * asked: whatever was there to be seen before the last question is seen.
 */
export function createOneAtATime(background: Background, name: string, work: (key: string) => Promise<void>) {
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
