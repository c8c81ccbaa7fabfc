import type { Server, WebSocketHandler } from 'bun'
import type { Config } from '../config.ts'
import type { TickerSocketData } from '../ticker/subscriber.ts'

export interface MountedHandler {
  path: string
  /** Undefined when the request has become a websocket */
  fetch(request: Request, server: Server<TickerSocketData>): Response | Promise<Response> | undefined
  /** One handler at most has sockets, and it is mounted before the port opens. */
  websocket?: WebSocketHandler<TickerSocketData>
  /** Ends long-lived connections: a closing port waits for every answer in progress. */
  closeConnections?(): void | Promise<void>
}

/** The one port of the process; never opened when no part asks for it. */
export interface HttpServer {
  /** The first mounted handler that matches answers. */
  mount(handler: MountedHandler): void
  /** @throws Error with the code `EADDRINUSE` when another program has the port */
  listen(): number
  readonly port: number | undefined
  close(): Promise<void>
}

/** ms that answers under way are waited for; a client that sends or reads slowly would hold the stop for as long as it likes */
const patienceMs = 5000

export function createHttpServer({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): HttpServer {
  const handlers: MountedHandler[] = []
  let server: Server<TickerSocketData> | undefined
  const open = () =>
    Bun.serve({
      port: PORT,
      hostname: HOST,
      // Two servers must never share a port unnoticed.
      reusePort: false,
      development: false,
      websocket: handlers.find(({ websocket }) => websocket)?.websocket ?? {},
      fetch: (request, listening) => {
        // A Host header that is no host leaves a request without an address that anything could read.
        if (!URL.canParse(request.url)) return new Response('The Host header is malformed.\n', { status: 400 })
        const pathAt = request.url.indexOf('/', 8)
        const handler = handlers.find(({ path }) => request.url.startsWith(path, pathAt))
        return handler ? handler.fetch(request, listening) : new Response('Not found', { status: 404 })
      },
    })
  return {
    mount: (handler) => handlers.push(handler),
    listen: () => {
      server ??= open()
      return server.port ?? PORT
    },
    get port() {
      return server?.port
    },
    close: async () => {
      for (const { closeConnections } of handlers) await closeConnections?.()
      if (!server) return
      const stopped = server.stop()
      const impatient = setTimeout(() => void server?.stop(true), patienceMs)
      await stopped.finally(() => clearTimeout(impatient))
      server = undefined
    },
  }
}
