import { connect, createServer, type Socket } from 'node:net'
import { until } from './until.ts'

export interface Balancer {
  url: string
  close(): Promise<void>
}

/** Forwards each connection to the next server in turn; skips servers that do not listen. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    return socket
  }
  let turn = 0
  const server = createServer((client) => {
    keep(client).on('error', () => client.destroy())
    const first = turn++
    const hand = (tries: number) => {
      const port = ports[(first + tries) % ports.length]
      // If no server listens, closes the client's connection.
      if (port === undefined || tries === ports.length) return client.destroy()
      const upstream = keep(connect(port, '127.0.0.1'))
      let isThere = false
      upstream.once('connect', () => {
        isThere = true
        client.pipe(upstream).pipe(client)
      })
      upstream.once('error', () => (isThere ? client.destroy() : hand(tries + 1)))
      upstream.once('close', () => isThere && client.destroy())
      client.once('close', () => upstream.destroy())
    }
    hand(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Sends each request on a separate connection. */
export function askOnce(url: string): Ask {
  return (path, init) => fetch(url + path, { keepalive: false, redirect: 'manual', ...init })
}

/** Retries when the server is unreachable or answers 503, as balancers and people do. */
export function askAgain(url: string): Ask {
  const ask = askOnce(url)
  return (path, init) =>
    until(async () => {
      const answer = await ask(path, init).catch(() => undefined)
      return answer?.status === 503 ? undefined : answer
    })
}
