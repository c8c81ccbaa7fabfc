/** A server of databases that gave no answer, or a bad one. A change that was sent to it may have happened or not. */
export class UnreachableError extends Error {
  readonly why: string
  readonly whenOver: string

  constructor(
    /** Its address, without secrets */
    readonly database: string,
    cause: unknown,
  ) {
    const why = wordsOf(cause)
    super(`${database} does not answer: ${why}`, { cause })
    this.why = why
    this.whenOver = `${database} answers again`
  }
}

const ofCodes: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ConnectionRefused: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'the connection was cut',
  ConnectionClosed: 'the connection was cut',
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const known = 'code' in cause && ofCodes[String(cause.code)]
  // On Node it is beneath a "fetch failed".
  return known || (cause.cause === undefined ? cause.message : wordsOf(cause.cause))
}
