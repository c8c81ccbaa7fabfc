import type { Problem } from './problem.ts'

export interface KeptProblems {
  keep(problems: readonly Problem[]): void
  /** Those that were kept last */
  list(): readonly Problem[]
}

/** What is wrong with the texts as they are now, for whoever is shown it. */
export function createKeptProblems(): KeptProblems {
  let kept: readonly Problem[] = []
  return {
    keep: (problems) => {
      kept = problems
    },
    list: () => kept,
  }
}
