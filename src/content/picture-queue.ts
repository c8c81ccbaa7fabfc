import type { Problem } from './ingest/problem.ts'

export interface PictureQueue {
  /**
   * @param undrawn  pictures that a run has left without copies. @param only  texts and pictures checked by the run;
   * all if undefined
   */
  add(undrawn: readonly string[], only: readonly string[] | undefined): void
  /**
   * Draws until the queue is empty. @returns new problems. @throws errors of `draw`; the current batch is then dropped
   */
  run(): Promise<Problem[]>
  currentProblems(): Problem[]
}

/** Queue of pictures whose copies are made after ingest. */
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
        // No page shows the picture any more, or it has changed.
        if (isSeen && !left.has(src)) bad.delete(src)
      }
      for (const src of undrawn) waiting.add(src)
    },
    run,
    currentProblems: () => [...bad.values()].flat(),
  }
}
