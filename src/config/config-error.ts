export interface ConfigProblem {
  variable: string
  /** What is wrong and what is expected */
  message: string
}

/** The environment is invalid. The message is for people: it names every bad variable. */
export class ConfigError extends Error {
  /** One by one, where the environment itself is at fault */
  readonly problems: readonly ConfigProblem[]

  constructor(message: string, problems: readonly ConfigProblem[] = []) {
    super(message)
    this.problems = problems
  }
}
