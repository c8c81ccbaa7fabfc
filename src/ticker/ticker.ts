import type { Events } from '../events/events.ts'
import { networkOf } from '../limits/rate-limit.ts'
import type { Market } from '../market/market.ts'
import { createBundles } from './bundles.ts'
import { createChannels } from './channels.ts'
import { defaultLimits, type TickerLimits } from './limits.ts'
import { createEngine } from './protocol/engine.ts'
import { type Refusal, refuse } from './protocol/handshake.ts'
import type { EventArgs } from './protocol/packets.ts'
import { createSockets, newSocketState, type SocketHandlers, type SocketState, sendPacket } from './protocol/sockets.ts'
import type { WireHandler, WireServer } from './protocol/wire.ts'
import { type Publisher, publishMarket } from './publisher.ts'
import { createSlowReaders, type SlowReaders } from './slow-readers.ts'
import { newSubscriber, type Subscriber, type TickerSocketData, type TickPeer } from './subscriber.ts'
import { createSubscriptions, refusalOf, requestNames, type Subscriptions } from './subscriptions.ts'
import { createTradeTopics } from './trade-topics.ts'

export interface TickerOptions {
  market: Pick<Market, 'instrument' | 'current' | 'onTick' | 'onClose' | 'state'>
  events: Pick<Events, 'on'>
  sites: readonly string[]
  limits?: Partial<TickerLimits> | undefined
  now?: (() => number) | undefined
  onError?: ((error: Error) => void) | undefined
  /** Called when a client is refused because all sockets are taken */
  onFull?: (() => void) | undefined
}

export interface TickerMetrics {
  sockets: number
  subscriptions: number
  slow: number
  /** Number of ticks sent; a tick sent to several clients counts once per client */
  ticksOut: number
  refused: number
  rejected: number
}

export interface Ticker {
  upgrade(request: Request, server: WireServer<TickerSocketData>, address: string): Response | undefined
  websocket: WireHandler<TickerSocketData>
  metrics(): TickerMetrics
  close(): Promise<void>
}

export const tickerPath = '/socket.io/'

const mainNamespace = '/'

const foreign: Refusal = { status: 403, code: 4, message: 'Forbidden: pages of other sites may not connect' }
const crowded: Refusal = {
  status: 429,
  code: 4,
  message: 'Too many connections from one address',
  retryAfterSeconds: 30,
}
const full: Refusal = { status: 503, code: 4, message: 'Connection limit reached: retry later', retryAfterSeconds: 30 }

/** Creates the live price server: Socket.IO 5 over WebSockets. Encodes each tick once for all, through Bun’s topics. */
export function createTicker(options: TickerOptions): Ticker {
  const { market, events, sites, now = () => performance.now(), onError, onFull } = options
  const limits = { ...defaultLimits, ...options.limits }
  const counts = { ticksOut: 0, refused: 0, rejected: 0 }
  const onSent = (ticks: number) => {
    counts.ticksOut += ticks
  }
  const channels = createChannels()
  const { ticksPerSecond } = limits
  const bundles = createBundles({
    windowMs: 1000 / ticksPerSecond,
    maxBundles: limits.bundles,
    publish: (topic, frame) => publisher.publish(topic, frame),
    onSent,
  })
  const trades = createTradeTopics({
    market,
    events,
    publish: (topic, frame) => publisher.publish(topic, frame),
  })
  const subscriptions = createSubscriptions({ market, channels, bundles, trades, limits, now, onSent })
  const slowReaders = createSlowReaders({ limits, channels, ping: (peer) => engine.ping(peer), onSent })
  const sendToAll = (frame: string) => {
    for (const socket of engine.sockets) {
      if (!socket.data.isClosed && socket.data.session.joined.length > 0) socket.send(frame)
    }
  }
  const publisher = publishMarket({ market, events, channels, bundles, ticksPerSecond, counts, sendToAll })
  const sockets = createSockets<Subscriber>(
    { namespaces: [mainNamespace], connectTimeoutMs: limits.connectTimeoutMs },
    tickerHandlers({ publisher, subscriptions, slowReaders, counts }),
  )
  const connections = createConnectionLimit(limits)
  const engine = createEngine<SocketState<Subscriber>>(
    { ...limits, now, onError },
    {
      ...sockets,
      closed: (peer) => {
        sockets.closed?.(peer)
        slowReaders.gone(peer)
        connections.release(peer.data.session.own.network)
      },
    },
  )
  const isForeign = createOriginCheck(sites)
  const open = (request: Request, server: WireServer<TickerSocketData>, address: string): Response | undefined => {
    if (isForeign(request)) return refuse(foreign)
    const taken = connections.take(address)
    if (taken.status === 'full') onFull?.()
    if (taken.status !== 'taken') return refuse(taken.status === 'full' ? full : crowded)
    const response = engine.upgrade(request, server, newSocketState(newSubscriber(taken.network)))
    if (response) connections.release(taken.network)
    return response
  }

  return {
    upgrade: (request, server, address) => {
      publisher.use(server)
      const response = open(request, server, address)
      if (response) counts.rejected++
      return response
    },
    websocket: engine.websocket,
    metrics: () => ({
      ...counts,
      subscriptions: subscriptions.count(),
      sockets: engine.sockets.size,
      slow: slowReaders.count(),
    }),
    close: async () => {
      publisher.close()
      trades.close()
      await engine.close()
    },
  }
}

interface HandlersOptions {
  publisher: Pick<Publisher, 'feed'>
  subscriptions: Subscriptions
  slowReaders: SlowReaders
  counts: { refused: number }
}

function tickerHandlers({
  publisher,
  subscriptions,
  slowReaders,
  counts,
}: HandlersOptions): SocketHandlers<Subscriber> {
  return {
    join: (peer) => {
      // The feed state is always sent: the page may have been rendered when the state was different.
      peer.send(publisher.feed())
    },
    event: (peer, { args: [event, asked] }) => {
      const name = requestNames.find((each) => each === event)
      if (!name) return
      for (const refused of subscriptions.handle(peer, name, asked)) {
        counts.refused++
        send(peer, refusalOf(refused.asked, refused.reason))
      }
    },
    leave: subscriptions.endAll,
    pong: slowReaders.answered,
    sweep: (peer, _, waitedMs) => slowReaders.check(peer, waitedMs),
  }
}

function send(peer: TickPeer, args: EventArgs): void {
  sendPacket(peer, { type: 'event', namespace: mainNamespace, args })
}

/** Creates a check for requests from pages of other sites. Non-browser clients send no origin, and could fake one. */
function createOriginCheck(sites: readonly string[]): (request: Request) => boolean {
  const origins = sites.map((site) => new URL(site.replace(/^ws/, 'http')).origin)
  return (request) => {
    const origin = request.headers.get('origin')
    if (origin === null || origins.includes(origin)) return false
    return URL.parse(origin)?.host !== request.headers.get('host')
  }
}

interface ConnectionLimit {
  /** `crowded`: the network has reached its limit; `full`: the total limit is reached */
  take(address: string): { status: 'taken'; network: string } | { status: 'crowded' | 'full' }
  release(network: string): void
}

function createConnectionLimit(limits: Pick<TickerLimits, 'sockets' | 'socketsPerAddress'>): ConnectionLimit {
  /** Open sockets by network; only networks with open sockets, so never more entries than sockets */
  const counts = new Map<string, number>()
  let total = 0
  return {
    take: (address) => {
      const network = networkOf(address)
      const count = counts.get(network) ?? 0
      if (count >= limits.socketsPerAddress) return { status: 'crowded' }
      if (total >= limits.sockets) return { status: 'full' }
      counts.set(network, count + 1)
      total++
      return { status: 'taken', network }
    },
    release: (network) => {
      const count = counts.get(network) ?? 0
      total--
      if (count > 1) counts.set(network, count - 1)
      else counts.delete(network)
    },
  }
}
