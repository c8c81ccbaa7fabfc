import type { Problem } from './problem.ts'

export interface ProblemStore {
  replace(problems: readonly Problem[]): void
  list(): readonly Problem[]
}

export function createProblemStore(): ProblemStore {
  let current: readonly Problem[] = []
  return {
    replace: (problems) => {
      current = problems
    },
    list: () => current,
  }
}
