import type { Socket } from 'node:net'
import type { Clock } from '../../src/market/feed/clock.ts'
import { acceptance, opcodes, readClientFrames, serverFrame } from './websocket-frames.ts'

const pingEveryMs = 20_000
const pongWithinMs = 60_000
const lifeMs = 24 * 60 * 60_000
const maxInboundASecond = 5
const maxStreams = 1024

export interface ExchangeConnection {
  streams: Set<string>
  /** Whether a ping from the server is still unanswered */
  awaitsPong(): boolean
  /** Sends one event to subscribers of the stream; returns whether the event was sent completely. */
  send(stream: string, data: object): boolean
  /** Sends raw bytes; returns whether they were sent completely. */
  raw(bytes: Uint8Array): boolean
  hangUp(): void
}

export interface ConnectionOptions {
  socket: Socket
  clock: Clock
  /** Max bytes sent, including the upgrade, before the connection breaks */
  cutAfterBytes: number | undefined
  onOpen(): void
  onPong(): void
  onEnd(): void
}

/** Serves one client of the exchange's streams with the real limits; sends no events before the upgrade. */
export function serveConnection(options: ConnectionOptions): ExchangeConnection {
  const { socket, clock, onOpen, onPong, onEnd } = options
  const streams = new Set<string>()
  let [left, isOver, isOpen, isCombined] = [options.cutAfterBytes ?? Number.POSITIVE_INFINITY, false, false, false]
  let received = Buffer.alloc(0)
  let awaitsPong = false
  let inbound = { second: 0, count: 0 }
  const timers: (() => void)[] = []

  const end = () => {
    if (isOver) return
    isOver = true
    for (const cancel of timers) cancel()
    onEnd()
  }
  const hangUp = () => {
    end()
    socket.destroy()
  }
  const raw = (bytes: Uint8Array): boolean => {
    if (isOver) return false
    if (bytes.length < left) {
      left -= bytes.length
      socket.write(bytes)
      return true
    }
    // Sends the last bytes before the fault; then the connection is dead.
    const isWhole = bytes.length === left
    socket.end(bytes.subarray(0, left))
    end()
    return isWhole
  }
  const say = (message: object) => raw(serverFrame(opcodes.text, JSON.stringify(message)))

  const keepAlive = () => {
    let awaited = clock.now() + pongWithinMs
    const ping = () => {
      if (isOver) return
      if (clock.now() >= awaited) return hangUp()
      awaitsPong = raw(serverFrame(opcodes.ping, String(clock.now())))
      timers.push(clock.after(pingEveryMs, ping))
    }
    timers.push(clock.after(pingEveryMs, ping), clock.after(lifeMs, hangUp))
    return () => {
      awaited = clock.now() + pongWithinMs
      awaitsPong = false
      onPong()
    }
  }
  let pong = () => {}

  const upgrade = () => {
    const request = received.toString('latin1')
    const headEnd = request.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    received = received.subarray(headEnd + 4)
    const [, target = ''] = /^GET (\S+) HTTP/.exec(request) ?? []
    const [, key = ''] = /^sec-websocket-key: *(\S+)/im.exec(request) ?? []
    const url = new URL(target || '/', 'http://exchange')
    const wanted = url.pathname.startsWith('/ws/') ? url.pathname.slice(4) : (url.searchParams.get('streams') ?? '')
    for (const stream of wanted.split('/')) if (stream) streams.add(stream)
    if (!key || !/^\/(ws|stream)\b/.test(url.pathname) || streams.size > maxStreams) {
      socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n')
      return end()
    }
    isCombined = url.pathname === '/stream'
    isOpen = true
    if (!raw(Buffer.from(acceptance(key))) || isOver) return
    pong = keepAlive()
    onOpen()
  }
  const command = (text: string) => {
    const { method, params, id } = parse(text)
    if (id === null) return say({ error: { code: 2, msg: 'Invalid request: missing or malformed id' } })
    if (method === 'LIST_SUBSCRIPTIONS') return say({ result: [...streams], id })
    if (method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE') {
      return say({ error: { code: 2, msg: 'Invalid request: unknown method' }, id })
    }
    for (const stream of params) method === 'SUBSCRIBE' ? streams.add(stream) : streams.delete(stream)
    if (streams.size > maxStreams) return hangUp()
    return say({ result: null, id })
  }
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, Buffer.from(bytes)])
    if (!isOpen) upgrade()
    if (!isOpen || isOver) return
    const { frames, rest } = readClientFrames(received)
    received = Buffer.from(rest)
    for (const { opcode, payload } of frames) {
      const second = Math.floor(clock.now() / 1000)
      inbound = inbound.second === second ? { second, count: inbound.count + 1 } : { second, count: 1 }
      if (inbound.count > maxInboundASecond) return hangUp()
      if (opcode === opcodes.pong) pong()
      else if (opcode === opcodes.ping) raw(serverFrame(opcodes.pong, payload))
      else if (opcode === opcodes.text) command(payload.toString())
      else if (opcode === opcodes.close) {
        raw(serverFrame(opcodes.close, payload))
        return hangUp()
      }
    }
  })
  socket.on('close', end)
  socket.on('error', end)
  return {
    streams,
    awaitsPong: () => awaitsPong,
    send: (stream, data) => isOpen && streams.has(stream) && say(isCombined ? { stream, data } : data),
    raw: (bytes) => isOpen && raw(bytes),
    hangUp,
  }
}

function parse(text: string): { method: unknown; params: string[]; id: number | string | null } {
  try {
    const { method, params, id } = JSON.parse(text)
    const list = Array.isArray(params) ? params.filter((one) => typeof one === 'string') : []
    return { method, params: list, id: typeof id === 'number' || typeof id === 'string' ? id : null }
  } catch {
    return { method: undefined, params: [], id: null }
  }
}
