import { randomBytes } from 'node:crypto'

/** Makes ids that are unique across restarts and cheap to make: a random start, then a count. */
export function createRequestIds(): () => string {
  const start = `${randomBytes(6).toString('base64url')}-`
  let count = 0
  return () => start + count++
}

/** An id that a trusted proxy gave, when it is fit for a log line. */
export function givenRequestId(header: string | undefined): string | undefined {
  return header && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
