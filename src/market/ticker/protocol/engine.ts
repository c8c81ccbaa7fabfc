import { randomBytes } from 'node:crypto'
import type { Server, ServerWebSocket, WebSocketHandler } from 'bun'
import { type BucketSize, takeToken } from './bucket.ts'
import { badRequest, judgeHandshake, type Refusal, refuse, shuttingDown } from './handshake.ts'

/** One client. `S` is what the layer above keeps of it. */
export type EngineSocket<S> = ServerWebSocket<EngineState<S>>

export interface EngineState<S> {
  sid: string
  session: S
  /** When the next ping is due or, while its pong is missing, when it was sent; ms */
  pingAt: number
  isPongMissing: boolean
  /** Of `takeToken`: what the client may still send */
  floodFullAt: number
  isClosed: boolean
}

export interface EngineOptions {
  pingIntervalMs: number
  /** A client whose pong takes longer is gone */
  pingTimeoutMs: number
  /** Longest message a client may send, bytes; the socket closes with 1009 */
  mostMessageBytes: number
  /** Frames a client may send, whatever is in them; the socket of one that sends more closes with 1008 */
  flood: BucketSize
  /** Bytes that may wait for a client that does not read; then its socket closes, between two frames */
  mostQueuedBytes: number
  /** Monotonic, ms */
  now?: (() => number) | undefined
  /** Is told what should never happen, and cost the client its connection */
  onError?: ((error: Error) => void) | undefined
}

/** What the layer above does with what arrives. */
export interface EngineHandlers<S> {
  open?(socket: EngineSocket<S>, now: number): void
  /** @returns false when it cannot be what the client meant to say: the socket is closed */
  message(socket: EngineSocket<S>, data: string | Buffer): boolean
  pong?(socket: EngineSocket<S>, roundTripMs: number): void
  /** Called for every socket many times between two pings; `waitedMs` is how long its pong has been missing. */
  sweep?(socket: EngineSocket<S>, now: number, waitedMs: number): void
  closed?(socket: EngineSocket<S>): void
}

export interface Engine<S> {
  /**
   * Answers a request to the gateway's address: a refusal, or nothing when the request has become a websocket.
   * @param session  what the layer above keeps of the client
   */
  upgrade(request: Request, server: Server<EngineState<S>>, session: S): Response | undefined
  websocket: WebSocketHandler<EngineState<S>>
  sockets: ReadonlySet<EngineSocket<S>>
  /** Asks the client for a sign of life now, unless it already owes one. */
  ping(socket: EngineSocket<S>): void
  /** Closes every socket so that clients come back, and takes no new ones; settles when all are closed. */
  close(graceMs?: number): Promise<void>
}

/** Frames that are a packet of Engine.IO by themselves */
const closeFrame = '1'
const pingFrame = '2'
const pongFrame = '3'
/** What a text packet of the layer above begins with */
export const messagePrefix = '4'
const messageCode = messagePrefix.charCodeAt(0)

/** Close codes of RFC 6455 and its registry */
export const normalClosure = 1000
const invalidPayload = 1007
const policyViolation = 1008
const internalError = 1011
const serviceRestart = 1012

/** Rounds of the wheel between two pings */
const sweepsPerPing = 20
const longestSweepMs = 250

/**
 * The server's side of Engine.IO 4 over websockets and nothing else
 * (https://socket.io/docs/v4/engine-io-protocol/): handshake, heartbeat, end.
 */
export function createEngine<S>(options: EngineOptions, handlers: EngineHandlers<S>): Engine<S> {
  const { pingIntervalMs, pingTimeoutMs, mostMessageBytes, mostQueuedBytes, flood } = options
  const now = options.now ?? (() => performance.now())
  const sockets = new Set<EngineSocket<S>>()
  const handshake = {
    upgrades: [],
    pingInterval: pingIntervalMs,
    pingTimeout: pingTimeoutMs,
    maxPayload: mostMessageBytes,
  }
  let wheel: ReturnType<typeof setInterval> | undefined
  let isClosing = false
  let onEmpty: (() => void) | undefined

  const sweep = () => {
    const at = now()
    for (const socket of sockets) {
      const { isPongMissing, pingAt } = socket.data
      if (isPongMissing && at - pingAt > pingTimeoutMs) socket.terminate()
      else {
        if (!isPongMissing && at >= pingAt) ping(socket)
        handlers.sweep?.(socket, at, isPongMissing ? at - pingAt : 0)
      }
    }
  }
  const ping = (socket: EngineSocket<S>) => {
    if (socket.data.isPongMissing) return
    socket.data.isPongMissing = true
    socket.data.pingAt = now()
    socket.send(pingFrame)
  }
  const receive = (socket: EngineSocket<S>, data: string | Buffer): boolean => {
    const { data: state } = socket
    if (data === pongFrame && state.isPongMissing) {
      const at = now()
      const roundTripMs = at - state.pingAt
      state.isPongMissing = false
      state.pingAt = at + pingIntervalMs
      handlers.pong?.(socket, roundTripMs)
      return true
    }
    if (typeof data !== 'string' || data.charCodeAt(0) === messageCode) return handlers.message(socket, data)
    if (data === closeFrame) endSocket(socket, normalClosure)
    // A pong too many is harmless; every other packet is the server's to send, or belongs to other transports.
    return data === closeFrame || data === pongFrame
  }

  return {
    sockets,
    ping,
    upgrade: (request, server, session) => {
      const refusal: Refusal | undefined = isClosing ? shuttingDown : judgeHandshake(request)
      if (refusal) return refuse(refusal)
      const at = now()
      const state: EngineState<S> = {
        sid: newSid(),
        session,
        // Those who came together need not be pinged together.
        pingAt: at + pingIntervalMs * (0.5 + Math.random() / 2),
        isPongMissing: false,
        floodFullAt: at,
        isClosed: false,
      }
      return server.upgrade(request, { data: state }) ? undefined : refuse(badRequest)
    },
    websocket: {
      maxPayloadLength: mostMessageBytes,
      backpressureLimit: mostQueuedBytes,
      // Else what is over the limit is dropped without a word, perhaps the second half of an event.
      closeOnBackpressureLimit: true,
      // The heartbeat is ours.
      sendPings: false,
      idleTimeout: 0,
      open: (socket) => {
        sockets.add(socket)
        wheel ??= setInterval(sweep, Math.min(longestSweepMs, pingIntervalMs / sweepsPerPing))
        socket.send(`0${JSON.stringify({ sid: socket.data.sid, ...handshake })}`)
        handlers.open?.(socket, now())
      },
      message: (socket, data) => {
        // What was read together with the frame that closed the socket.
        if (socket.data.isClosed) return
        const fullAt = takeToken(socket.data.floodFullAt, flood, now())
        if (fullAt === undefined) return endSocket(socket, policyViolation)
        socket.data.floodFullAt = fullAt
        if (!receive(socket, data)) endSocket(socket, invalidPayload)
      },
      // A fault in the work for one client is no reason to fail the others.
      error: (error, socket) => {
        if (!options.onError) throw error
        options.onError(error)
        endSocket(socket, internalError)
      },
      close: (socket) => {
        socket.data.isClosed = true
        sockets.delete(socket)
        handlers.closed?.(socket)
        if (sockets.size > 0) return
        clearInterval(wheel)
        wheel = undefined
        onEmpty?.()
      },
    },
    close: async (graceMs = 1000) => {
      isClosing = true
      if (sockets.size === 0) return
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      for (const socket of [...sockets]) endSocket(socket, serviceRestart)
      // Who does not read does not answer either.
      const timer = setTimeout(() => {
        for (const socket of [...sockets]) socket.terminate()
      }, graceMs)
      await empty
      clearTimeout(timer)
    },
  }
}

/** Closes a socket in order; what has arrived from it already is ignored. */
export function endSocket<S>(socket: EngineSocket<S>, code: number): void {
  socket.data.isClosed = true
  socket.close(code)
}

/** Twenty characters that nobody guesses, as the reference server's ids are. */
export function newSid(): string {
  return randomBytes(15).toString('base64url')
}
