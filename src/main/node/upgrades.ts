import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { inspect } from 'node:util'
import { WebSocketServer } from 'ws'
import type { WireHandler, WireServer } from '../../ticker/protocol/wire.ts'
import { createTopics, joinSocket } from './node-socket.ts'

export interface Upgrades<T> extends WireServer<T> {
  /** @param answer  upgrades the request, or says why not */
  take(incoming: IncomingMessage, wire: Duplex, head: Buffer, answer: AnswerUpgrade): Promise<void>
  /** Ends every connection that asked to be a websocket. */
  end(): void
  /** Those that are one, or wait for an answer */
  readonly connections: number
}

type AnswerUpgrade = (request: Request) => Response | Promise<Response | undefined> | undefined

interface Asking {
  incoming: IncomingMessage
  wire: Duplex
  head: Buffer
  /** By a socket, or with what is wrong with the handshake */
  isAnswered: boolean
}

/** @param handler  without one, no request becomes a websocket */
export function createUpgrades<T>(handler: WireHandler<T> | undefined): Upgrades<T> {
  const asking = new WeakMap<Request, Asking>()
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
      const asked: Asking = { incoming, wire, head, isAnswered: false }
      asking.set(request, asked)
      // Node tells, but no longer hangs up itself on who does not read the refusal.
      wire.once('timeout', () => {
        if (!asked.isAnswered) wire.destroy()
      })
      const said = await answerOrFault(() => answer(request))
      if (asked.isAnswered) return
      await refuse(wire, said ?? new Response(null, { status: 400 })).catch((error: unknown) => {
        tellFault(error)
        wire.destroy()
      })
    },
    upgrade: (request, { data }) => {
      const asked = asking.get(request)
      if (!asked || !handler) return false
      const { incoming, wire, head } = asked
      if (!isHandshake(incoming)) return false
      asked.isAnswered = true
      let isJoined = false
      // Called before it returns; not at all where the client has hung up, or the rest of the handshake is wrong.
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

/** A fault of the handler ends neither the process nor, as elsewhere, in silence. */
async function answerOrFault(answer: () => ReturnType<AnswerUpgrade>): Promise<Response | undefined> {
  try {
    return await answer()
  } catch (error) {
    tellFault(error)
    return new Response(null, { status: 500 })
  }
}

function tellFault(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`)
}

/** Without a body: none is sent with what asks for a websocket. @returns nothing for what no request can be, as a TRACE */
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
  // Not when the client hangs up: it need not.
  wire.end(body, () => wire.destroy())
}
