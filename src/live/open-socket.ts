import type { MarketState } from '../market/asset-state.ts'
import type { Correction, Pair, SocketListener, TickSocket } from './tick-socket.ts'

export interface SocketAddress {
  url: string
  path: string
}

interface ServerEvents {
  tick(data: unknown): void
  refused(refusal: Pair & { reason: string }): void
  feed(state: MarketState): void
  corrected(correction: Correction): void
}

interface ClientEvents {
  subscribe(pair: Pair): void
  unsubscribe(pair: Pair): void
}

/** After the server has refused or ended the connection, ms */
const askAgainMs = 5000

export async function openSocket({ url, path }: SocketAddress, listener: SocketListener): Promise<TickSocket> {
  const { io } = await import('socket.io-client')
  // Jitter is in the base, not in each delay, so that the time of the next try is known.
  const firstDelayMs = 500 + Math.random() * 1000
  const longestDelayMs = 4000 + Math.random() * 2000
  const socket: import('socket.io-client').Socket<ServerEvents, ClientEvents> = io(
    url ? new URL(url).origin : location.origin,
    {
      path,
      transports: ['websocket'],
      autoConnect: false,
      reconnection: true,
      reconnectionDelay: firstDelayMs,
      reconnectionDelayMax: longestDelayMs,
      randomizationFactor: 0,
    },
  )
  let failures = 0
  let askAgain: ReturnType<typeof setTimeout> | undefined

  const waitForNext = () => {
    listener.onWait(Date.now() + Math.min(firstDelayMs * 2 ** failures, longestDelayMs))
    failures++
  }
  /** The client retries by itself after a lost connection, not after one that the server ended or refused. */
  const waitForServer = () => {
    listener.onWait(Date.now() + askAgainMs)
    clearTimeout(askAgain)
    askAgain = setTimeout(() => socket.connect(), askAgainMs)
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
    if (socket.active) waitForNext()
    else waitForServer()
  })
  socket.io.on('reconnect_attempt', () => listener.onTry())
  socket.on('tick', listener.onTick)
  socket.on('refused', listener.onRefused)
  socket.on('feed', listener.onFeed)
  socket.on('corrected', listener.onCorrected)

  return {
    connect: () => {
      failures = 0
      socket.connect()
    },
    disconnect: () => {
      clearTimeout(askAgain)
      socket.disconnect()
    },
    subscribe: (pair) => socket.emit('subscribe', pair),
    unsubscribe: (pair) => socket.emit('unsubscribe', pair),
  }
}
