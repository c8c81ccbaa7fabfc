import type { Problem } from './ingest/problem.ts'

export interface PictureQueue {
  /** @param only  the texts and pictures that a run has looked at; all when absent. @param undrawn  what it has left */
  add(undrawn: readonly string[], only: readonly string[] | undefined): void
  /** Draws until none waits. @returns problems that were not known before. @throws what `draw` throws: the rest is left out */
  run(): Promise<Problem[]>
  standing(): Problem[]
}

/** Pictures whose copies are made behind the texts that show them. */
export function createPictureQueue(
  draw: (srcs: readonly string[]) => Promise<ReadonlyMap<string, readonly Problem[]>>,
): PictureQueue {
  const waiting = new Set<string>()
  const bad = new Map<string, readonly Problem[]>()
  const run = async (): Promise<Problem[]> => {
    const fresh: Problem[] = []
    while (waiting.size > 0) {
      const srcs = [...waiting]
      waiting.clear()
      const found = await draw(srcs)
      for (const src of srcs) {
        const known = new Set(bad.get(src)?.map((problem) => JSON.stringify(problem)))
        const problems = found.get(src) ?? []
        fresh.push(...problems.filter((problem) => !known.has(JSON.stringify(problem))))
        if (problems.length > 0) bad.set(src, problems)
        else bad.delete(src)
      }
    }
    return fresh
  }
  return {
    add: (undrawn, only) => {
      const left = new Set(undrawn)
      for (const [src, problems] of bad) {
        const isSeen = !only || problems.some(({ file }) => only.includes(file))
        // No page shows it any more, or it has become another.
        if (isSeen && !left.has(src)) bad.delete(src)
      }
      for (const src of undrawn) waiting.add(src)
    },
    run,
    standing: () => [...bad.values()].flat(),
  }
}
