import { once } from 'node:events'
import { createServer, IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { WireHandler, WireServer } from '../../ticker/protocol/wire.ts'
import { asksForWebSocket, createUpgrades } from './upgrades.ts'

export interface ServeOptions<T> {
  port: number
  hostname: string
  /** Seconds after which a connection is closed that is idle or has not sent its complete request */
  idleTimeout: number
  websocket?: WireHandler<T> | Record<string, never>
  fetch(request: Request, server: NodeServer<T>): Response | Promise<Response | undefined> | undefined
}

export interface NodeServer<T> extends WireServer<T> {
  readonly port: number
  readonly pendingRequests: number
  requestIP(request: Request): { address: string } | null
  /** Overrides `idleTimeout` for a request until it is answered */
  timeout(request: Request, seconds: number): void
  /** Replaces the handlers; open connections are kept. */
  reload(options: Pick<ServeOptions<T>, 'fetch' | 'websocket'>): void
  /** Stops listening and resolves when all connections have ended. @param isNow  ends them at once */
  stop(isNow?: boolean): Promise<void>
}

/** Serves HTTP and websockets on Node. @throws Error with the code `EADDRINUSE` when another program uses the port */
export async function serve<T>({ port, hostname, idleTimeout, ...handlers }: ServeOptions<T>): Promise<NodeServer<T>> {
  let { fetch } = handlers
  let upgrades = upgradesOf(handlers.websocket)
  const sockets = new WeakMap<Request, Socket>()
  const answer = (request: Request, { socket }: IncomingMessage) => {
    sockets.set(request, socket)
    return fetch(request, server)
  }
  const listener = getRequestListener(
    async (request, { incoming }) =>
      // Handles only HTTP/1: the alternative type of `incoming` is an HTTP/2 request.
      (incoming instanceof IncomingMessage && (await answer(request, incoming))) || new Response(null, { status: 400 }),
    { overrideGlobalObjects: false },
  )
  const http = createLimited(idleTimeout * 1000)
  const countPending = countAnswers(http)
  http.on('request', (incoming, outgoing) => void listener(incoming, outgoing))
  http.on('upgrade', (incoming, wire, head) => {
    if (!asksForWebSocket(incoming)) return readOn(http, incoming, wire, head)
    void upgrades.take(incoming, wire, head, (request) => answer(request, incoming))
  })
  const server: NodeServer<T> = {
    get port() {
      const address = http.address()
      return typeof address === 'object' && address ? address.port : port
    },
    get pendingRequests() {
      return countPending()
    },
    requestIP: (request) => {
      const address = sockets.get(request)?.remoteAddress
      return address === undefined ? null : { address }
    },
    upgrade: (request, options) => upgrades.upgrade(request, options),
    publish: (topic, message) => upgrades.publish(topic, message),
    reload: (next) => {
      fetch = next.fetch
      upgrades = upgradesOf(next.websocket)
    },
    timeout: (request, seconds) => {
      sockets.get(request)?.setTimeout(seconds * 1000)
    },
    stop: async (isNow = false) => {
      const closed = http.listening ? once(http, 'close') : undefined
      http.close()
      if (isNow) {
        http.closeAllConnections()
        upgrades.end()
      }
      await closed
    },
  }
  http.listen(port, hostname)
  await once(http, 'listening')
  return server
}

/** @param idleMs  timeout for idle connections and incomplete requests */
function createLimited(idleMs: number): Server {
  const http = createServer({ connectionsCheckingInterval: 1000 })
  // Removes the limit on the number of headers, which are at most 16 KiB: by default Node drops headers after the first
  // thousand, and `readOn` would lose them.
  http.maxHeadersCount = 0
  http.keepAliveTimeout = idleMs
  http.headersTimeout = idleMs
  http.timeout = idleMs
  return http
}

/**
 * Handles an upgrade to an unsupported protocol, which a server may ignore (RFC 9110, 7.8). Node has already detached
 * the connection from its parser, with the body unread: replays the request without its `Upgrade` header.
 */
function readOn(http: Server, { method, url, httpVersion, rawHeaders }: IncomingMessage, wire: Duplex, head: Buffer) {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${value}`)
  }
  wire.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  http.emit('connection', wire)
}

/** @returns a function that counts pending answers */
function countAnswers(http: Server): () => number {
  let pending = 0
  http.on('request', (_, outgoing) => {
    pending++
    outgoing.once('close', () => {
      pending--
    })
  })
  return () => pending
}

function upgradesOf<T>(websocket: ServeOptions<T>['websocket']) {
  return createUpgrades(hasSockets(websocket) ? websocket : undefined)
}

function hasSockets<T>(handler: ServeOptions<T>['websocket']): handler is WireHandler<T> {
  return handler !== undefined && 'open' in handler
}
