import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WireHandler, WireServer } from '../../ticker/protocol/wire.ts'
import { createTopics, joinSocket } from './node-socket.ts'

export interface Upgrades<T> extends WireServer<T> {
  /** @param answer  upgrades the request, or says why not */
  take(incoming: IncomingMessage, wire: Duplex, head: Buffer, answer: AnswerUpgrade): Promise<void>
  /** Ends every connection that asked to be a websocket. */
  end(): void
}

type AnswerUpgrade = (request: Request) => Response | Promise<Response | undefined> | undefined

interface Asking {
  incoming: IncomingMessage
  wire: Duplex
  head: Buffer
  isUpgraded: boolean
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
      if (!request) return refuse(wire, new Response('The Host header is malformed.\n', { status: 400 }))
      const asked: Asking = { incoming, wire, head, isUpgraded: false }
      asking.set(request, asked)
      const said = await answer(request)
      if (!asked.isUpgraded) await refuse(wire, said ?? new Response(null, { status: 400 }))
    },
    upgrade: (request, { data }) => {
      const asked = asking.get(request)
      if (!asked || !handler) return false
      asked.isUpgraded = true
      const { incoming, wire, head } = asked
      sockets.handleUpgrade(incoming, wire, head, (socket) => joinSocket(socket, data, handler, topics))
      return true
    },
    publish: topics.publish,
    end: () => {
      for (const wire of wires) wire.destroy()
    },
  }
}

/** Without a body: none is sent with what asks for a websocket. */
function requestOf({ url = '/', headers, method = 'GET' }: IncomingMessage): Request | undefined {
  const address = `http://${headers.host}${url}`
  if (!URL.canParse(address)) return undefined
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  return new Request(address, { method, headers: pairs })
}

async function refuse(wire: Duplex, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = [...answer.headers, ['content-length', body.length], ['connection', 'close']]
  const lines = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`]
  for (const [name, value] of headers) lines.push(`${name}: ${value}`)
  wire.write(`${lines.join('\r\n')}\r\n\r\n`)
  wire.end(body)
}
