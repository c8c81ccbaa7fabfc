/** A database server gave no answer, or an error. A write that was sent to it may or may not have been applied. */
export class UnreachableError extends Error {
  readonly why: string
  readonly recoveryMessage: string

  constructor(
    /** URL of the database, without secrets */
    readonly database: string,
    cause: unknown,
  ) {
    const why = wordsOf(cause)
    super(`${database} does not answer: ${why}`, { cause })
    this.why = why
    this.recoveryMessage = `${database} answers again`
  }
}

const ofCodes: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ConnectionRefused: 'connection refused',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'the connection was cut',
  ConnectionClosed: 'the connection was cut',
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const known = 'code' in cause && ofCodes[String(cause.code)]
  // Takes the cause on Node, where the actual error is the cause of a "fetch failed".
  return known || (cause.cause === undefined ? cause.message : wordsOf(cause.cause))
}
