import type { MarketState } from '../market/asset-state.ts'

interface Pair {
  asset: string
  /** Candle length, minutes */
  tf: number
}

export interface TickSocket {
  connect(): void
  disconnect(): void
  request<Name extends keyof ClientEvents>(name: Name, ...asked: Parameters<ClientEvents[Name]>): void
}

export interface Refusal extends Pair {
  reason: string
}

/** A correction: candles that contain a minute with `from <= time < to` (ms UTC) have changed. */
interface Correction {
  asset: string
  from: number
  to: number
}

/** A trade: time in ms UTC, price, quantity, and 1 if a buy order caused it, else 0 */
export type TradeRow = [time: number, price: number, quantity: number, isBuy: number]

export interface SocketListener {
  onConnect(): void
  /** The connection was lost or refused; the next attempt is at `until`, ms UTC. `full`: the server is at its limit. */
  onWait(until: number, reason?: 'full'): void
  onTry(): void
  onTick(data: unknown): void
  onTicks(data: unknown): void
  onRefused(refusal: Refusal): void
  onFeed(state: MarketState): void
  onCorrected(correction: Correction): void
  onTrades(asset: string, rows: readonly TradeRow[]): void
}

export interface SocketAddress {
  url: string
  path: string
}

interface ServerEvents {
  tick(data: unknown): void
  ticks(data: unknown): void
  refused(refusal: Pair & { reason: string }): void
  feed(state: MarketState): void
  corrected(correction: Correction): void
  trades(asset: string, rows: TradeRow[]): void
}

interface ClientEvents {
  subscribe(pair: Pair): void
  unsubscribe(pair: Pair): void
  /** Replaces all subscriptions by these pairs, whose changes arrive together. */
  bundle(pairs: Pair[]): void
  /** Replaces the assets whose trades arrive. */
  trades(assets: string[]): void
}

/** Retry interval after the server has refused or closed the connection without a reason, ms */
const askAgainMs = 5000

type ClientSocket = import('socket.io-client').Socket<ServerEvents, ClientEvents>

interface Delays {
  /** Delay before the first retry, doubled after each failure up to `longest`; ms */
  first: number
  longest: number
}

export async function openSocket(address: SocketAddress, listener: SocketListener): Promise<TickSocket> {
  // Random jitter is in the base delay, not in each delay, so that the time of the next attempt is known.
  const delays = { first: 500 + Math.random() * 1000, longest: 4000 + Math.random() * 2000 }
  const socket = await createSocket(address, delays)
  const retries = followRetries(socket, address, delays, listener)
  socket.on('tick', listener.onTick)
  socket.on('ticks', listener.onTicks)
  socket.on('refused', listener.onRefused)
  socket.on('feed', listener.onFeed)
  socket.on('corrected', listener.onCorrected)
  socket.on('trades', listener.onTrades)
  return {
    connect: () => {
      retries.restart()
      socket.connect()
    },
    disconnect: () => {
      retries.restart()
      socket.disconnect()
    },
    request: (name, ...asked) => socket.emit(name, ...asked),
  }
}

function originOf({ url }: SocketAddress): string {
  return url ? new URL(url.replace(/^ws/, 'http')).origin : location.origin
}

async function createSocket(address: SocketAddress, delays: Delays): Promise<ClientSocket> {
  const { io } = await import('socket.io-client')
  return io(originOf(address), {
    path: address.path,
    transports: ['websocket'],
    autoConnect: false,
    reconnection: true,
    reconnectionDelay: delays.first,
    reconnectionDelayMax: delays.longest,
    randomizationFactor: 0,
  })
}

/** Publishes the time of the next attempt, and retries in cases where the client library does not. */
function followRetries(socket: ClientSocket, address: SocketAddress, delays: Delays, listener: SocketListener) {
  let failures = 0
  let tries = 0
  let askAgain: ReturnType<typeof setTimeout> | undefined

  const waitForNext = () => {
    listener.onWait(Date.now() + Math.min(delays.first * 2 ** failures, delays.longest))
    failures++
  }
  /** Retries after `ms`. The client library retries lost connections, but not closed or refused ones. */
  const waitForServer = (ms = askAgainMs, reason?: 'full') => {
    listener.onWait(Date.now() + ms, reason)
    clearTimeout(askAgain)
    askAgain = setTimeout(() => socket.connect(), ms)
  }
  const askWhy = async () => {
    const asked = tries
    const ms = await refusedForMs(address)
    // While the reason was requested, the socket may have been disconnected or another attempt made.
    if (ms === undefined || asked !== tries) return
    socket.disconnect()
    // Retries of clients that were refused at the same time are spread by a random delay.
    waitForServer(ms * (1 + Math.random()), 'full')
  }
  socket.on('connect', () => {
    failures = 0
    listener.onConnect()
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return
    if (socket.active) waitForNext()
    else waitForServer()
  })
  socket.on('connect_error', () => {
    if (!socket.active) return waitForServer()
    waitForNext()
    void askWhy()
  })
  socket.io.on('reconnect_attempt', () => {
    tries++
    listener.onTry()
  })
  return {
    restart: () => {
      clearTimeout(askAgain)
      failures = 0
      tries++
    },
  }
}

/** Requests the reason of a refusal, which browsers hide for sockets. @returns ms to wait; undefined if not given */
async function refusedForMs(address: SocketAddress): Promise<number | undefined> {
  const question = `${originOf(address)}${address.path}?EIO=4&transport=websocket`
  const answer = await fetch(question, { cache: 'no-store' }).catch(() => undefined)
  const seconds = Number(answer?.headers.get('retry-after'))
  return seconds > 0 ? seconds * 1000 : undefined
}
