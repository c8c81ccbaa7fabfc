/**
 * A server with the protocol layers alone, as both official test suites expect it. To run the suites: `bun
 * tests/protocol-server.ts`, then `npx mocha test-suite.js --exit` in the folder `test-suite` of
 * socketio/engine.io-protocol and of socketio/socket.io-protocol. Their tests of HTTP long-polling and of the upgrade
 * from it must fail: this server only supports websockets.
 */
import { createEngine, type EngineOptions } from '../src/ticker/protocol/engine.ts'
import { createSockets, newSocketState, type SocketState, sendPacket } from '../src/ticker/protocol/sockets.ts'

const options: EngineOptions = {
  pingIntervalMs: 300,
  pingTimeoutMs: 200,
  maxMessageBytes: 1_000_000,
  maxQueuedBytes: 4_000_000,
  flood: { burst: 1000, everyMs: 1 },
}

export interface ProtocolServer {
  port: number
  close(): Promise<void>
}

/** Echoes Engine.IO messages at `/engine.io/`. */
export function serveEngine(port = 0, pingTimeoutMs = options.pingTimeoutMs): ProtocolServer {
  const engine = createEngine<undefined>(
    { ...options, pingTimeoutMs },
    {
      message: (socket, data) => {
        socket.send(data)
        return true
      },
    },
  )
  const server = Bun.serve({
    port,
    websocket: engine.websocket,
    fetch: (request, socket) => engine.upgrade(request, socket, undefined),
  })
  return { port: server.port ?? port, close: () => stop(engine, server) }
}

/**
 * Sends `auth` to a client that has joined, answers `message` with `message-back`, and `message-with-ack` with an ack.
 */
export function serveSockets(port = 0): ProtocolServer {
  const engine = createEngine<SocketState<undefined>>(
    options,
    createSockets(
      { namespaces: ['/', '/custom'], connectTimeoutMs: 1000 },
      {
        join: (peer, namespace, auth) => sendPacket(peer, { type: 'event', namespace, args: ['auth', auth] }),
        event: (peer, { namespace, args: [name, ...args], ackId }) => {
          if (name === 'message') sendPacket(peer, { type: 'event', namespace, args: ['message-back', ...args] })
          if (name === 'message-with-ack' && ackId !== undefined)
            sendPacket(peer, { type: 'ack', namespace, args, ackId })
        },
      },
    ),
  )
  const server = Bun.serve({
    port,
    websocket: engine.websocket,
    fetch: (request, socket) => engine.upgrade(request, socket, newSocketState(undefined)),
  })
  return { port: server.port ?? port, close: () => stop(engine, server) }
}

async function stop(engine: { close(): Promise<void> }, server: { stop(): Promise<void> }): Promise<void> {
  await engine.close()
  await server.stop()
}

if (import.meta.main) {
  const servers = { '/engine.io/': serveEngine, '/socket.io/': serveSockets }
  const [path] = process.argv.slice(2)
  if (path === '/engine.io/' || path === '/socket.io/') servers[path](3000)
  else process.stderr.write('Which suite is it for? Say /engine.io/ or /socket.io/.\n')
}
