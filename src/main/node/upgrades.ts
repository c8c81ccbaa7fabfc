import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { inspect } from 'node:util'
import { WebSocket, WebSocketServer } from 'ws'
import type { WireHandler, WireServer, WireSocket } from '../../ticker/protocol/wire.ts'

export interface Upgrades<T> extends WireServer<T> {
  /** Handles an upgrade request. @param answer  upgrades the request, or returns a refusal */
  take(incoming: IncomingMessage, wire: Duplex, head: Buffer, answer: AnswerUpgrade): Promise<void>
  /** Ends all connections whose client requested a websocket. */
  end(): void
  /** Number of open websockets and of pending upgrade requests */
  readonly connections: number
}

type AnswerUpgrade = (request: Request) => Response | Promise<Response | undefined> | undefined

interface PendingUpgrade {
  incoming: IncomingMessage
  wire: Duplex
  head: Buffer
  /** Whether the request was upgraded or a handshake error was sent */
  isAnswered: boolean
}

/** @param handler  websocket handler; without it, no request is upgraded */
export function createUpgrades<T>(handler: WireHandler<T> | undefined): Upgrades<T> {
  const pendingUpgrades = new WeakMap<Request, PendingUpgrade>()
  const wires = new Set<Duplex>()
  const topics = createTopics()
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: handler?.maxPayloadLength ?? 0,
  })
  return {
    take: async (incoming, wire, head, answer) => {
      wires.add(wire)
      wire.once('close', () => wires.delete(wire)).on('error', () => wire.destroy())
      const request = requestOf(incoming)
      if (!request) return refuse(wire, new Response('The request is malformed.\n', { status: 400 }))
      const asked: PendingUpgrade = { incoming, wire, head, isAnswered: false }
      pendingUpgrades.set(request, asked)
      // Destroys idle connections: Node emits the event, but does not close detached connections whose client reads
      // nothing.
      wire.once('timeout', () => {
        if (!asked.isAnswered) wire.destroy()
      })
      const said = await answerOrFault(() => answer(request))
      if (asked.isAnswered) return
      await refuse(wire, said ?? new Response(null, { status: 400 })).catch((error: unknown) => {
        reportFault(error)
        wire.destroy()
      })
    },
    upgrade: (request, { data }) => {
      const asked = pendingUpgrades.get(request)
      if (!asked || !handler) return false
      const { incoming, wire, head } = asked
      if (!isHandshake(incoming)) return false
      asked.isAnswered = true
      let isJoined = false
      // The callback runs synchronously, or never if the client has disconnected or the rest of the handshake is
      // invalid.
      sockets.handleUpgrade(incoming, wire, head, (socket) => {
        isJoined = true
        joinSocket(socket, data, handler, topics)
      })
      return isJoined
    },
    publish: topics.publish,
    end: () => {
      for (const wire of wires) wire.destroy()
    },
    get connections() {
      return wires.size
    },
  }
}

export function asksForWebSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/** Returns whether a request is a websocket handshake, see RFC 6455, 4.2.1 */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version } = headers
  const isAsked = method === 'GET' && asksForWebSocket({ headers }) && version === '13'
  return isAsked && /^[+/0-9A-Za-z]{22}==$/.test(key)
}

/** Logs an error of the handler and answers 500, because it must not end the process. */
async function answerOrFault(answer: () => ReturnType<AnswerUpgrade>): Promise<Response | undefined> {
  try {
    return await answer()
  } catch (error) {
    reportFault(error)
    return new Response(null, { status: 500 })
  }
}

function reportFault(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`)
}

/**
 * Builds a Request without a body, since websocket requests have none. @returns undefined if no Request can be built,
 * e.g. for TRACE
 */
function requestOf({ url = '/', headers, method = 'GET' }: IncomingMessage): Request | undefined {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  try {
    return new Request(`http://${headers.host}${url}`, { method, headers: pairs })
  } catch {
    return undefined
  }
}

async function refuse(wire: Duplex, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = [...answer.headers, ['content-length', body.length], ['connection', 'close']]
  const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`]
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  wire.write(`${lines.join('\r\n')}\r\n\r\n`)
  // Destroys the connection at once, because the client is not obliged to close it.
  wire.end(body, () => wire.destroy())
}

export interface Topics {
  publish(topic: string, message: string | Uint8Array): void
  join(topic: string, socket: Listener): void
  leave(topic: string, socket: Listener): void
  /** Number of topics with at least one socket */
  readonly size: number
}

type Listener = Pick<WireSocket<unknown>, 'send'>

/** Pub/sub topics; a topic exists while a socket has joined it */
export function createTopics(): Topics {
  const topics = new Map<string, Set<Listener>>()
  return {
    publish: (topic, message) => {
      for (const socket of topics.get(topic) ?? []) socket.send(message)
    },
    join: (topic, socket) => {
      const sockets = topics.get(topic) ?? new Set()
      topics.set(topic, sockets.add(socket))
    },
    leave: (topic, socket) => {
      const sockets = topics.get(topic)
      if (sockets?.delete(socket) && sockets.size === 0) topics.delete(topic)
    },
    get size() {
      return topics.size
    },
  }
}

/** Connects a socket to the handler's events. @param data  the handler's data about the client */
function joinSocket<T>(socket: WebSocket, data: T, handler: WireHandler<T>, topics: Topics): void {
  const joined = new Set<string>()
  const wire: WireSocket<T> = {
    data,
    send: (message) => {
      if (socket.readyState !== WebSocket.OPEN) return 0
      socket.send(message)
      // Closes at the limit, like Bun's `closeOnBackpressureLimit`
      if (socket.bufferedAmount <= handler.backpressureLimit) return message.length
      socket.terminate()
      return 0
    },
    cork: (run) => run(),
    getBufferedAmount: () => socket.bufferedAmount,
    subscribe: (topic) => {
      joined.add(topic)
      topics.join(topic, wire)
    },
    unsubscribe: (topic) => {
      joined.delete(topic)
      topics.leave(topic, wire)
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  }
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      handler.error(error, wire)
    }
  }
  socket.binaryType = 'nodebuffer'
  socket.on('message', (message, isBinary) => {
    if (Buffer.isBuffer(message)) guard(() => handler.message(wire, isBinary ? message : message.toString()))
  })
  // Ignores errors: the socket closes after an error, with the matching close code.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const topic of joined) topics.leave(topic, wire)
    guard(() => handler.close(wire))
  })
  guard(() => handler.open(wire))
}
