import type { Problem } from './problem.ts'

export interface KeptProblems {
  keep(problems: readonly Problem[]): void
  list(): readonly Problem[]
}

export function createKeptProblems(): KeptProblems {
  let kept: readonly Problem[] = []
  return {
    keep: (problems) => {
      kept = problems
    },
    list: () => kept,
  }
}
