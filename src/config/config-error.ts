export interface ConfigProblem {
  variable: string
  /** Description of the problem and the expected value */
  message: string
}

/** The environment is invalid. The message is for the operator and names every invalid variable. */
export class ConfigError extends Error {
  /** Problems of single variables, if the environment itself is at fault */
  readonly problems: readonly ConfigProblem[]

  constructor(message: string, problems: readonly ConfigProblem[] = []) {
    super(message)
    this.problems = problems
  }
}
