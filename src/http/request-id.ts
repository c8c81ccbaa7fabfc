import { randomBytes } from 'node:crypto'

/** Creates a generator of request IDs from a random prefix and a counter: cheap, and unique across restarts. */
export function createRequestIds(): () => string {
  const start = `${randomBytes(6).toString('base64url')}-`
  let count = 0
  return () => start + count++
}

/** Returns the request ID from a header; undefined if it is unsuitable for a log line. */
export function inboundRequestId(header: string | undefined): string | undefined {
  return header && /^[\w.:-]{1,100}$/.test(header) ? header : undefined
}
