import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Tick } from '../candle.ts'
import type { FeedState } from '../feed/feed.ts'
import { isTimeframe, type Timeframe } from '../timeframe.ts'
import { decodeTick } from './decode.ts'
import { createFollowedPairs, type Followed } from './followed-pairs.ts'
import type { SocketListener, TickSocket } from './tick-socket.ts'

/** How live the prices of this page are. */
export type ConnectionState =
  /** Nobody on the page follows anything */
  | { name: 'idle' }
  | { name: 'connecting' }
  | { name: 'live' }
  /** The connection is lost; the next try is at `until`, ms UTC, or under way */
  | { name: 'reconnecting'; until?: number | undefined }
  /** The browser has no network */
  | { name: 'offline' }
  /** Connected, but the server's own source of prices is not live */
  | { name: 'stale'; feed: FeedState }

export interface Clock {
  /** ms UTC */
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number | undefined): void
}

export interface ConnectionOptions {
  /** Fetches the client and makes a socket that is not connected yet */
  openSocket(listener: SocketListener): Promise<TickSocket>
  clock: Clock
  /** Calls once when the next frame is drawn: never while the page is hidden */
  nextFrame(run: () => void): void
  logError(message: string, ...details: unknown[]): void
}

export interface Connection {
  /**
   * Follows a pair until told to stop. Of what arrives between two frames the listener is told the last state of each
   * candle, oldest candle first: a candle's end is never lost behind the next one's beginning.
   */
  follow(asset: string, tf: Timeframe, listener?: (tick: Tick) => void): Followed
  state: ReadonlySignal<ConnectionState>
  /** Grows whenever ticks may have been missed: who keeps candles asks for them anew. */
  gaps: ReadonlySignal<number>
  /** A hidden page costs nothing: after a moment it follows nothing, until it is seen again. */
  setHidden(isHidden: boolean): void
  setOnline(isOnline: boolean): void
  /** Lets go of the socket at once, until the page is seen again: browsers keep no page with an open one. */
  suspend(): void
}

/** The specification's: how long the socket stays when nobody needs it, ms. */
export const idleMs = 30_000
/** How long a page must be hidden until it stops following, ms: people look at another tab for a moment. */
export const hiddenMs = 5000
/** How long to wait before the client is fetched again, ms. */
const fetchAgainMs = 5000
/** How long to wait before a subscription is asked for again when there were too many at once, ms. */
const askAgainMs = 1000

/**
 * The one connection of a page. It connects with the first follower, tells the server every followed pair with every
 * connect, and disconnects when nobody has followed anything for thirty seconds.
 */
export function createConnection({ openSocket, clock, nextFrame, logError }: ConnectionOptions): Connection {
  const state = signal<ConnectionState>({ name: 'idle' })
  const gaps = signal(0)
  let socket: TickSocket | undefined
  let isFetching = false
  /** Between connect and disconnect, be it connected or not */
  let isWanted = false
  let isConnected = false
  /** Something has broken off or failed since the page was loaded */
  let hasTried = false
  /** Hidden for long: the server is told of nothing that is followed */
  let isPaused = false
  let isOnline = true
  let feed: FeedState = { name: 'live' }
  let until: number | undefined
  let idleTimer: number | undefined
  let hiddenTimer: number | undefined

  const pairs = createFollowedPairs({
    nextFrame,
    logError,
    onFirst: ({ asset, tf }) => {
      if (isPaused) return
      if (isConnected) socket?.subscribe({ asset, tf })
      connect()
    },
    onLast: ({ asset, tf }) => {
      if (isPaused) return
      if (isConnected) socket?.unsubscribe({ asset, tf })
      if (pairs.count() === 0) waitIdly()
    },
  })

  const listener: SocketListener = {
    onConnect: () => {
      if (hasTried) gaps.value++
      isConnected = true
      hasTried = true
      until = undefined
      // A server that says nothing of its feed is taken to be live.
      feed = { name: 'live' }
      if (!isPaused) subscribeAll()
      showState()
    },
    onWait: (at) => {
      isConnected = false
      hasTried = true
      until = at
      showState()
    },
    onTry: () => {
      until = undefined
      showState()
    },
    onTick: (data) => {
      const tick = decodeTick(data)
      if (tick) pairs.arrive(tick)
      else logError('tick decode failed', data)
    },
    onRefused: ({ asset, tf, reason }) => {
      if (reason !== 'too-fast') return logError(`subscription to ${asset}, ${tf} min refused: ${reason}`)
      clock.setTimeout(() => {
        if (isConnected && !isPaused && isTimeframe(tf) && pairs.has({ asset, tf })) socket?.subscribe({ asset, tf })
      }, askAgainMs)
    },
    onFeed: (told) => {
      feed = told
      showState()
    },
  }

  const connect = () => {
    clock.clearTimeout(idleTimer)
    if (!isWanted) {
      isWanted = true
      if (socket) socket.connect()
      else void fetchClient()
    }
    showState()
  }
  const disconnect = () => {
    clock.clearTimeout(idleTimer)
    isWanted = false
    isConnected = false
    until = undefined
    socket?.disconnect()
    showState()
  }
  const fetchClient = async () => {
    if (isFetching) return
    isFetching = true
    try {
      socket = await openSocket(listener)
      if (isWanted) socket.connect()
    } catch (error) {
      logError('the client of live prices could not be fetched', error)
      listener.onWait(clock.now() + fetchAgainMs)
      clock.setTimeout(() => {
        if (isWanted) void fetchClient()
      }, fetchAgainMs)
    } finally {
      isFetching = false
    }
  }
  const waitIdly = () => {
    clock.clearTimeout(idleTimer)
    if (isWanted) idleTimer = clock.setTimeout(disconnect, idleMs)
  }
  const subscribeAll = () => {
    for (const { asset, tf } of pairs.all()) socket?.subscribe({ asset, tf })
  }
  const pause = () => {
    if (isPaused) return
    isPaused = true
    if (pairs.count() === 0) return
    if (isConnected) for (const { asset, tf } of pairs.all()) socket?.unsubscribe({ asset, tf })
    waitIdly()
  }
  const resume = () => {
    clock.clearTimeout(hiddenTimer)
    if (!isPaused) return
    isPaused = false
    if (pairs.count() === 0) return
    if (isConnected) {
      gaps.value++
      subscribeAll()
    }
    connect()
  }
  const showState = () => {
    const next = currentState()
    if (JSON.stringify(next) !== JSON.stringify(state.peek())) state.value = next
  }
  const currentState = (): ConnectionState => {
    if (!isWanted) return { name: 'idle' }
    if (!isOnline) return { name: 'offline' }
    if (isConnected) return feed.name === 'live' ? { name: 'live' } : { name: 'stale', feed }
    return hasTried ? { name: 'reconnecting', until } : { name: 'connecting' }
  }

  return {
    follow: pairs.follow,
    state,
    gaps,
    setHidden: (isHidden) => {
      if (!isHidden) return resume()
      clock.clearTimeout(hiddenTimer)
      hiddenTimer = clock.setTimeout(pause, hiddenMs)
    },
    setOnline: (online) => {
      if (online === isOnline) return
      isOnline = online
      if (online && isWanted && !isConnected) {
        // At once, instead of waiting for the next try.
        socket?.disconnect()
        socket?.connect()
      }
      showState()
    },
    suspend: () => {
      clock.clearTimeout(hiddenTimer)
      isPaused = true
      if (isWanted) disconnect()
    },
  }
}
