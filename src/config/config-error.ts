export interface ConfigProblem {
  variable: string
  /** What is wrong and what is expected */
  message: string
}

/** What the operator has to correct: its message is for people and names every bad variable. */
export class ConfigError extends Error {
  /** One by one, where the environment itself is at fault */
  readonly problems: readonly ConfigProblem[]

  constructor(message: string, problems: readonly ConfigProblem[] = []) {
    super(message)
    this.problems = problems
  }
}
