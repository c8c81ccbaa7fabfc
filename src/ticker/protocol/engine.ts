import { type BucketSize, takeToken } from './bucket.ts'
import { badRequest, judgeHandshake, type Refusal, refuse, shuttingDown } from './handshake.ts'
import {
  type EngineSocket,
  type EngineState,
  endSocket,
  internalError,
  invalidPayload,
  messagePrefix,
  newSid,
  normalClosure,
  policyViolation,
  serviceRestart,
  type WireHandler,
  type WireServer,
} from './wire.ts'

export interface HeartbeatOptions<S> {
  sockets: ReadonlySet<EngineSocket<S>>
  pingIntervalMs: number
  pingTimeoutMs: number
  now(): number
  onSweep?: ((socket: EngineSocket<S>, now: number, waitedMs: number) => void) | undefined
}

interface Heartbeat<S> {
  start(): void
  stop(): void
  /** Pings a client; does nothing while the pong of an earlier ping is missing. */
  ping(socket: EngineSocket<S>): void
  /** Handles a pong. @returns the round-trip time, ms; undefined for an unexpected pong */
  takePong(socket: EngineSocket<S>): number | undefined
}

const pingFrame = '2'
const sweepsPerPing = 20
const maxSweepMs = 250

/** Creates one timer that pings all sockets and terminates those that do not answer. */
export function createHeartbeat<S>(options: HeartbeatOptions<S>): Heartbeat<S> {
  const { sockets, pingIntervalMs, pingTimeoutMs, now, onSweep } = options
  let timer: ReturnType<typeof setInterval> | undefined

  const sweep = () => {
    const at = now()
    for (const socket of sockets) {
      const { isPongMissing, pingAt } = socket.data
      if (isPongMissing && at - pingAt > pingTimeoutMs) socket.terminate()
      else {
        if (!isPongMissing && at >= pingAt) ping(socket)
        onSweep?.(socket, at, isPongMissing ? at - pingAt : 0)
      }
    }
  }
  const ping = (socket: EngineSocket<S>) => {
    if (socket.data.isPongMissing) return
    socket.data.isPongMissing = true
    socket.data.pingAt = now()
    socket.send(pingFrame)
  }
  return {
    ping,
    start: () => {
      timer ??= setInterval(sweep, Math.min(maxSweepMs, pingIntervalMs / sweepsPerPing))
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
    takePong: ({ data }) => {
      if (!data.isPongMissing) return undefined
      const at = now()
      const roundTripMs = at - data.pingAt
      data.isPongMissing = false
      data.pingAt = at + pingIntervalMs
      return roundTripMs
    },
  }
}

export interface EngineOptions {
  pingIntervalMs: number
  pingTimeoutMs: number
  /** Maximum size of a client message, bytes; the socket of a larger one is closed with code 1009 */
  maxMessageBytes: number
  /** Limit of client frames of any kind; a socket that exceeds it is closed with code 1008 */
  flood: BucketSize
  /** Maximum bytes queued for a client that does not read. With more, its socket is closed, between two frames. */
  maxQueuedBytes: number
  now?: (() => number) | undefined
  /** Receives internal errors that cost a client its connection. */
  onError?: ((error: Error) => void) | undefined
}

export interface EngineHandlers<S> {
  open?(socket: EngineSocket<S>, now: number): void
  /** Handles a message. @returns false if our clients never send such a message: its socket is then closed */
  message(socket: EngineSocket<S>, data: string | Buffer): boolean
  pong?(socket: EngineSocket<S>, roundTripMs: number): void
  /** Called many times between two pings; `waitedMs` is the time that the pong has been missing. */
  sweep?(socket: EngineSocket<S>, now: number, waitedMs: number): void
  closed?(socket: EngineSocket<S>): void
}

export interface Engine<S> {
  /** Upgrades a request to a WebSocket. @returns a refusal, or undefined if the request was upgraded */
  upgrade(request: Request, server: WireServer<EngineState<S>>, session: S): Response | undefined
  websocket: WireHandler<EngineState<S>>
  sockets: ReadonlySet<EngineSocket<S>>
  ping(socket: EngineSocket<S>): void
  /** Closes every socket with a code on which clients reconnect; accepts no new ones. Resolves when all are closed. */
  close(graceMs?: number): Promise<void>
}

const closeFrame = '1'
const pongFrame = '3'
const messageCode = messagePrefix.charCodeAt(0)

/** Implements the protocol https://socket.io/docs/v4/engine-io-protocol/, revision 4, over WebSockets only. */
export function createEngine<S>(options: EngineOptions, handlers: EngineHandlers<S>): Engine<S> {
  const { now = () => performance.now() } = options
  const sockets = new Set<EngineSocket<S>>()
  const heartbeat = createHeartbeat({ ...options, sockets, now, onSweep: handlers.sweep })
  let isClosing = false
  const emptied = Promise.withResolvers<void>()

  const openFrame = createOpenFrame(options)
  const receive = createReceiver(heartbeat, handlers)

  return {
    sockets,
    ping: heartbeat.ping,
    upgrade: (request, server, session) => {
      const refusal: Refusal | undefined = isClosing ? shuttingDown : judgeHandshake(request)
      if (refusal) return refuse(refusal)
      const data = newState(session, now(), options.pingIntervalMs)
      return server.upgrade(request, { data }) ? undefined : refuse(badRequest)
    },
    websocket: {
      ...transportOptions(options),
      open: (socket) => {
        sockets.add(socket)
        heartbeat.start()
        socket.send(openFrame(socket.data.sid))
        handlers.open?.(socket, now())
      },
      message: (socket, data) => {
        if (socket.data.isClosed) return
        const fullAt = takeToken(socket.data.floodFullAt, options.flood, now())
        if (fullAt === undefined) return endSocket(socket, policyViolation)
        socket.data.floodFullAt = fullAt
        if (!receive(socket, data)) endSocket(socket, invalidPayload)
      },
      // An error while handling one client's message must not affect other clients.
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
        heartbeat.stop()
        if (isClosing) emptied.resolve()
      },
    },
    close: async (graceMs = 1000) => {
      isClosing = true
      if (sockets.size > 0) await closeAll(sockets, emptied.promise, graceMs)
    },
  }
}

/** @returns a function that handles a packet, and returns false if the packet is invalid from a client */
function createReceiver<S>({ takePong }: Pick<Heartbeat<S>, 'takePong'>, handlers: EngineHandlers<S>) {
  return (socket: EngineSocket<S>, data: string | Buffer): boolean => {
    const roundTripMs = data === pongFrame ? takePong(socket) : undefined
    if (roundTripMs !== undefined) {
      handlers.pong?.(socket, roundTripMs)
      return true
    }
    if (typeof data !== 'string' || data.charCodeAt(0) === messageCode) return handlers.message(socket, data)
    if (data === closeFrame) endSocket(socket, normalClosure)
    // An unexpected pong is harmless; all other packets are sent only by servers or belong to other transports.
    return data === closeFrame || data === pongFrame
  }
}

async function closeAll<S>(sockets: Set<EngineSocket<S>>, emptied: Promise<void>, graceMs: number): Promise<void> {
  for (const socket of [...sockets]) endSocket(socket, serviceRestart)
  // A client that does not read does not answer the close frame either, so its socket is terminated later.
  const timer = setTimeout(() => {
    for (const socket of [...sockets]) socket.terminate()
  }, graceMs)
  await emptied
  clearTimeout(timer)
}

function newState<S>(session: S, now: number, pingIntervalMs: number): EngineState<S> {
  return {
    sid: newSid(),
    session,
    // The first ping has a random delay: it spreads the pings of clients that connect at the same time.
    pingAt: now + pingIntervalMs * (0.5 + Math.random() / 2),
    isPongMissing: false,
    floodFullAt: now,
    isClosed: false,
  }
}

function transportOptions({ maxMessageBytes, maxQueuedBytes }: EngineOptions) {
  return {
    maxPayloadLength: maxMessageBytes,
    backpressureLimit: maxQueuedBytes,
    // Without this option, frames over the limit are dropped silently, possibly the second half of an event.
    closeOnBackpressureLimit: true,
    sendPings: false,
    idleTimeout: 0,
  }
}

/** @returns a function that creates the first frame of a socket, the handshake */
function createOpenFrame({ pingIntervalMs, pingTimeoutMs, maxMessageBytes }: EngineOptions): (sid: string) => string {
  const handshake = { upgrades: [], pingInterval: pingIntervalMs, pingTimeout: pingTimeoutMs }
  const rest = JSON.stringify({ ...handshake, maxPayload: maxMessageBytes }).slice(1)
  return (sid) => `0{"sid":"${sid}",${rest}`
}
