/** A line on standard output. @returns the status of a command that went well */
export function say(line: string): 0 {
  process.stdout.write(`${line}\n`)
  return 0
}

/** A line on standard error. @returns the status it is given: 1 where it did not come about, 2 where it was not understood */
export function fail(status: 1 | 2, message: string): number {
  process.stderr.write(`${message}\n`)
  return status
}
