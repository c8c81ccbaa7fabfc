import { randomBytes } from 'node:crypto'

/** A random prefix and a counter: cheap, and unique across restarts. */
export function createRequestIds(): () => string {
  const start = `${randomBytes(6).toString('base64url')}-`
  let count = 0
  return () => start + count++
}

/** Undefined if it is unsuitable for a log line. */
export function inboundRequestId(header: string | undefined): string | undefined {
  return header && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
