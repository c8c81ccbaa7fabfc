import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { inspect } from 'node:util'
import { WebSocketServer } from 'ws'
import type { WireHandler, WireServer } from '../../ticker/protocol/wire.ts'
import { createTopics, joinSocket } from './node-socket.ts'

export interface Upgrades<T> extends WireServer<T> {
  /** @param answer  upgrades the request, or returns a refusal */
  take(incoming: IncomingMessage, wire: Duplex, head: Buffer, answer: AnswerUpgrade): Promise<void>
  /** Ends all connections that requested a websocket. */
  end(): void
  /** Number of open websockets and of pending upgrade requests */
  readonly connections: number
}

type AnswerUpgrade = (request: Request) => Response | Promise<Response | undefined> | undefined

interface PendingUpgrade {
  incoming: IncomingMessage
  wire: Duplex
  head: Buffer
  /** True after an upgrade or after a handshake error was sent */
  isAnswered: boolean
}

/** @param handler  without it, no request is upgraded */
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
      // Node emits the event, but does not close detached connections whose client reads nothing.
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
      // Runs synchronously, or not at all if the client has disconnected or the rest of the handshake is invalid.
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

/** RFC 6455, 4.2.1 */
function isHandshake({ method, headers }: IncomingMessage): boolean {
  const { 'sec-websocket-key': key = '', 'sec-websocket-version': version } = headers
  const isAsked = method === 'GET' && asksForWebSocket({ headers }) && version === '13'
  return isAsked && /^[+/0-9A-Za-z]{22}==$/.test(key)
}

/** An error of the handler is logged and answered with 500; it must not end the process. */
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

/** Has no body, since websocket requests have none. @returns undefined if no Request can be built, e.g. for TRACE */
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
  // Destroy now: the client need not close the connection.
  wire.end(body, () => wire.destroy())
}
