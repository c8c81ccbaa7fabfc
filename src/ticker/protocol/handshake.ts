/** A refused handshake. Uses the messages and codes of Engine.IO 4, because its clients display them. */
export interface Refusal {
  status: 400 | 403 | 429 | 503
  code: number
  message: string
  retryAfterSeconds?: number
}

const unknownSession: Refusal = { status: 400, code: 1, message: 'Session ID unknown' }
const unknownTransport: Refusal = { status: 400, code: 0, message: 'Transport unknown' }
const badMethod: Refusal = { status: 400, code: 2, message: 'Bad handshake method' }
export const badRequest: Refusal = { status: 400, code: 3, message: 'Bad request' }
const badVersion: Refusal = { status: 400, code: 5, message: 'Unsupported protocol version' }
export const shuttingDown: Refusal = { status: 503, code: 3, message: 'The server is restarting: connect again' }

/** Checks a request. @returns a refusal unless the request opens an Engine.IO 4 WebSocket */
export function judgeHandshake(request: Request): Refusal | undefined {
  const query = new URL(request.url).searchParams
  if (query.get('transport') !== 'websocket') return unknownTransport
  if (query.get('EIO') !== '4') return badVersion
  if (query.has('sid')) return unknownSession
  if (request.method !== 'GET') return badMethod
  return request.headers.get('upgrade')?.toLowerCase() === 'websocket' ? undefined : badRequest
}

export function refuse({ status, code, message, retryAfterSeconds }: Refusal): Response {
  const headers = new Headers({
    'cache-control': 'no-store',
    connection: 'close',
    // Pages fetch the reason of a refusal from the ticker, which may be on another host; nothing in the answer is
    // secret.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after',
  })
  if (retryAfterSeconds !== undefined) headers.set('retry-after', `${retryAfterSeconds}`)
  return Response.json({ code, message }, { status, headers })
}
