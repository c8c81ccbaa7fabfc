export interface LoadResult {
  perSecond: number
}

/**
 * Requests one URL over `connections` kept-alive sockets for `ms`; each socket sends a new request as soon as the
 * response is complete. Uses bare sockets, so that the client costs little compared to the server. With a body the
 * requests are POST. Each socket claims a different network, which counts when a proxy is trusted.
 */
export async function load(
  port: number,
  path: string,
  headers: string[],
  ms: number,
  connections = 64,
  body?: string,
): Promise<LoadResult> {
  const method = body === undefined ? 'GET' : 'POST'
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const requestOf = (connection: number) => {
    const own = ['Host: localhost', `X-Forwarded-For: 10.${connection >> 8}.${connection & 255}.1`]
    const head = [`${method} ${path} HTTP/1.1`, ...own, ...length, ...headers, '', ''].join('\r\n')
    return Buffer.from(head + (body ?? ''))
  }
  let answered = 0
  let isOver = false
  let bodyLength = -1
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, connection) => {
      const request = requestOf(connection)
      let left = 0
      return Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: {
          open: (socket) => void socket.write(request),
          data: (socket, chunk) => {
            if (left === 0) {
              const head = chunk.indexOf('\r\n\r\n')
              // Reads the body length only once, because every response has the same body.
              if (bodyLength < 0) bodyLength = lengthIn(chunk.toString('latin1', 0, head))
              left = head + 4 + bodyLength
            }
            left -= chunk.length
            if (left > 0) return
            left = 0
            answered++
            if (!isOver) socket.write(request)
          },
        },
      })
    }),
  )
  const startedAt = performance.now()
  await Bun.sleep(ms)
  const perSecond = answered / ((performance.now() - startedAt) / 1000)
  isOver = true
  for (const socket of sockets) socket.end()
  return { perSecond }
}

function lengthIn(head: string): number {
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`The answer has no length:\n${head}`)
  return Number(length)
}

export function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
