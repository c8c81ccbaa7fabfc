export interface ConfigProblem {
  variable: string
  /** The problem and the expected value */
  message: string
}

/** The environment is invalid. The message is for people and names every invalid variable. */
export class ConfigError extends Error {
  /** Individual problems, if the environment itself is at fault */
  readonly problems: readonly ConfigProblem[]

  constructor(message: string, problems: readonly ConfigProblem[] = []) {
    super(message)
    this.problems = problems
  }
}
