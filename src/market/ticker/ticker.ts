import type { Server, WebSocketHandler } from 'bun'
import type { Tick } from '../candle.ts'
import type { Market } from '../market.ts'
import { isTimeframe } from '../timeframe.ts'
import { bytesOf, type Channel, createChannels } from './channels.ts'
import { tickHead } from './codec.ts'
import { createConflation } from './conflation.ts'
import { createConnectionLimit } from './connection-limit.ts'
import { defaultLimits, type TickerLimits } from './limits.ts'
import { takeToken } from './protocol/bucket.ts'
import { createEngine, type EngineState, messagePrefix } from './protocol/engine.ts'
import { refuse } from './protocol/handshake.ts'
import { type EventArgs, encodePacket } from './protocol/packets.ts'
import { createSockets, newSocketState, type SocketState, sendPacket } from './protocol/sockets.ts'
import { pairSchema, type RefusalReason, refusalOf } from './refusal.ts'
import { createSlowReaders, sendTicks } from './slow-readers.ts'
import { newSubscriber, type Subscriber, type TickPeer } from './subscriber.ts'

export interface TickerOptions {
  market: Pick<Market, 'instrument' | 'current' | 'onTick' | 'state' | 'onState'>
  /** Addresses of the sites whose pages may connect, beside those of the host that is asked */
  sites: readonly string[]
  limits?: Partial<TickerLimits> | undefined
  /** Monotonic, ms */
  now?: (() => number) | undefined
  /** Is told of faults of ours that have cost a client its connection */
  onError?: ((error: Error) => void) | undefined
}

/** What `Bun.serve` keeps of each websocket. */
export type TickerSocketData = EngineState<SocketState<Subscriber>>

/** How the ticker is doing: what is there now, and what has happened since the start. */
export interface TickerMetrics {
  sockets: number
  subscriptions: number
  /** Clients that read too slowly and get the newest states only */
  slow: number
  /** Ticks sent, each counted once for every client */
  ticksOut: number
  /** Subscriptions refused */
  refused: number
  /** Handshakes refused */
  rejected: number
}

export interface Ticker {
  /**
   * Answers a request to the socket's address: a refusal, or nothing when the request has become a websocket.
   * @param address  where the client is
   */
  upgrade(request: Request, server: Server<TickerSocketData>, address: string): Response | undefined
  /** What `Bun.serve` needs to know */
  websocket: WebSocketHandler<TickerSocketData>
  metrics(): TickerMetrics
  /** Closes all sockets so that clients come back. */
  close(): Promise<void>
}

/** Where clients of Socket.IO look for a server */
export const tickerPath = '/socket.io/'

const mainNamespace = '/'
const feedTopic = 'feed'

/**
 * The market for many: a server of Socket.IO 5 over websockets that tells every subscriber the current candle of what
 * it follows. Each tick is encoded once, and Bun's topics carry it to all who follow it.
 */
export function createTicker(options: TickerOptions): Ticker {
  const { market, sites, limits: given, now = () => performance.now(), onError } = options
  const limits = { ...defaultLimits, ...given }
  const channels = createChannels()
  const connections = createConnectionLimit(limits.socketsPerAddress)
  const origins = sites.map((site) => new URL(site.replace(/^ws/, 'http')).origin)
  const counts = { subscriptions: 0, ticksOut: 0, refused: 0, rejected: 0 }
  let server: Server<TickerSocketData> | undefined

  const tell = (due: Iterable<Channel>) => {
    for (const channel of due) {
      const bytes = bytesOf(channel)
      const readers = channel.subscribers - channel.slow
      if (!bytes || readers === 0) continue
      // One after the other without a pause: nothing may come between the halves of an event.
      server?.publish(channel.topic, tickHead)
      server?.publish(channel.topic, bytes)
      counts.ticksOut += readers
    }
  }
  const conflation = createConflation(1000 / limits.ticksPerSecond, tell)
  const stopTicks = market.onTick((tick: Tick) => {
    const channel = channels.find(tick.asset, tick.tf)
    if (!channel || channel.subscribers === 0 || !channels.update(channel, tick)) return
    // The end of a candle is never conflated with the beginning of the next.
    if (tick.isClosed) conflation.tellNow(channel)
    else conflation.change(channel)
  })
  const stopState = market.onState(() => {
    const [text] = encodePacket({ type: 'event', namespace: mainNamespace, args: ['feed', market.state()] })
    server?.publish(feedTopic, messagePrefix + text)
  })

  const slowReaders = createSlowReaders({
    queuedBytes: limits.slowAtBytes,
    lateMs: limits.slowAtMs,
    channels,
    ping: (peer) => engine.ping(peer),
    onSent: (ticks) => {
      counts.ticksOut += ticks
    },
  })

  const send = (peer: TickPeer, args: EventArgs) => sendPacket(peer, { type: 'event', namespace: mainNamespace, args })
  const refuseAsking = (peer: TickPeer, asked: unknown, reason: RefusalReason) => {
    counts.refused++
    send(peer, refusalOf(asked, reason))
  }

  const subscribe = (peer: TickPeer, asked: unknown) => {
    const own = peer.data.session.own
    const { success, data } = pairSchema.safeParse(asked)
    if (!success) return refuseAsking(peer, asked, 'malformed')
    if (!market.instrument(data.asset)) return refuseAsking(peer, asked, 'unknown-asset')
    if (!isTimeframe(data.tf)) return refuseAsking(peer, asked, 'unknown-timeframe')
    const channel = channels.findOrAdd(data.asset, data.tf)
    own.channels ??= new Set()
    if (!own.channels.has(channel)) {
      if (own.channels.size >= limits.subscriptionsPerSocket) return refuseAsking(peer, asked, 'too-many')
      own.channels.add(channel)
      channel.subscribers++
      counts.subscriptions++
      if (own.isSlow) channel.slow++
      else peer.subscribe(channel.topic)
    }
    if (!channel.tick) {
      const current = market.current(data.asset, data.tf)
      if (current) channels.update(channel, current)
    }
    // Behind everything that was told before: what comes next cannot be older.
    sendTicks(peer, [channel])
    if (channel.tick) counts.ticksOut++
  }
  const leave = (peer: TickPeer, channel: Channel) => {
    const own = peer.data.session.own
    own.channels?.delete(channel)
    counts.subscriptions--
    if (own.isSlow) channel.slow--
    else if (!peer.data.isClosed) peer.unsubscribe(channel.topic)
    if (--channel.subscribers === 0) channels.forget(channel)
  }
  const unsubscribe = (peer: TickPeer, asked: unknown) => {
    const { success, data } = pairSchema.safeParse(asked)
    const channel = success && isTimeframe(data.tf) ? channels.find(data.asset, data.tf) : undefined
    if (channel && peer.data.session.own.channels?.has(channel)) leave(peer, channel)
  }

  const sockets = createSockets<Subscriber>(
    { namespaces: [mainNamespace], connectTimeoutMs: limits.connectTimeoutMs },
    {
      join: (peer) => {
        peer.subscribe(feedTopic)
        const state = market.state()
        if (state.name !== 'live') send(peer, ['feed', state])
      },
      event: (peer, { args: [name, asked] }) => {
        if (name !== 'subscribe' && name !== 'unsubscribe') return
        const own = peer.data.session.own
        const fullAt = takeToken(own.askingFullAt, limits.asking, now())
        if (fullAt === undefined) return refuseAsking(peer, asked, 'too-fast')
        own.askingFullAt = fullAt
        if (name === 'subscribe') subscribe(peer, asked)
        else unsubscribe(peer, asked)
      },
      leave: (peer) => {
        if (!peer.data.isClosed) peer.unsubscribe(feedTopic)
        for (const channel of peer.data.session.own.channels ?? []) leave(peer, channel)
      },
      pong: slowReaders.answered,
      sweep: (peer, _, waitedMs) => slowReaders.check(peer, waitedMs),
    },
  )
  const engine = createEngine<SocketState<Subscriber>>(
    {
      pingIntervalMs: limits.pingIntervalMs,
      pingTimeoutMs: limits.pingTimeoutMs,
      mostMessageBytes: limits.mostMessageBytes,
      mostQueuedBytes: limits.mostQueuedBytes,
      flood: limits.flood,
      now,
      onError,
    },
    {
      ...sockets,
      closed: (peer) => {
        sockets.closed?.(peer)
        slowReaders.gone(peer)
        connections.giveBack(peer.data.session.own.network)
      },
    },
  )

  /** A browser says whose page is asking; programs say nothing, and could say anything. */
  const isForeign = (request: Request): boolean => {
    const origin = request.headers.get('origin')
    if (origin === null || origins.includes(origin)) return false
    return URL.parse(origin)?.host !== request.headers.get('host')
  }
  const reject = (status: 403 | 429, message: string): Response => refuse({ status, code: 4, message })
  const open = (request: Request, listening: Server<TickerSocketData>, address: string): Response | undefined => {
    if (isForeign(request)) return reject(403, 'Forbidden: pages of other sites may not connect')
    const network = connections.take(address)
    if (network === undefined) return reject(429, 'Too many connections from one address')
    const response = engine.upgrade(request, listening, newSocketState(newSubscriber(network)))
    if (response) connections.giveBack(network)
    return response
  }

  return {
    upgrade: (request, listening, address) => {
      server = listening
      const response = open(request, listening, address)
      if (response) counts.rejected++
      return response
    },
    websocket: engine.websocket,
    metrics: () => ({ ...counts, sockets: engine.sockets.size, slow: slowReaders.count() }),
    close: async () => {
      stopTicks()
      stopState()
      conflation.close()
      await engine.close()
    },
  }
}
