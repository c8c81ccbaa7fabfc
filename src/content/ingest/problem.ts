export interface Problem {
  file: string
  line?: number | undefined
  field?: string | undefined
  message: string
  hint: string
  severity: 'error' | 'warning'
  /** Host whose pages are embedded; if pages of this host may be embedded, this is no problem */
  unlessEmbeds?: string | undefined
}

export type FoundProblem = Omit<Problem, 'file' | 'severity'>

export function errorsIn(file: string, problems: FoundProblem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, file, severity: 'error' }))
}

export function warningsIn(file: string, problems: FoundProblem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, file, severity: 'warning' }))
}

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
