import { randomBytes } from 'node:crypto'

/** A random start, then a count: cheap and unique across restarts. */
export function createRequestIds(): () => string {
  const start = `${randomBytes(6).toString('base64url')}-`
  let count = 0
  return () => start + count++
}

/** Undefined when unfit for a log line. */
export function inboundRequestId(header: string | undefined): string | undefined {
  return header && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
