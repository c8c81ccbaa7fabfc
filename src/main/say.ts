/** Prints a line to standard output. @returns 0, the exit status of success */
export function printLine(line: string): 0 {
  process.stdout.write(`${line}\n`)
  return 0
}

/** Prints a line to standard error. @returns the given exit status: 1 failed, 2 usage error */
export function fail(status: 1 | 2, message: string): number {
  process.stderr.write(`${message}\n`)
  return status
}
