import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Tick } from '../candle.ts'
import type { FeedState } from '../feed/feed.ts'
import type { Timeframe } from '../timeframe.ts'
import { decodeTick } from './decode.ts'
import type { SocketListener, TickSocket } from './tick-socket.ts'

/** How live the prices of this page are. */
export type ConnectionState =
  /** Nobody on the page follows anything */
  | { name: 'idle' }
  | { name: 'connecting' }
  | { name: 'live' }
  /** The connection is lost; the next try is at `until`, ms UTC, or just under way */
  | { name: 'reconnecting'; until?: number | undefined }
  /** The browser has no network */
  | { name: 'offline' }
  /** Connected, but the server's own source of prices is not live */
  | { name: 'stale'; feed: FeedState }

export interface Clock {
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(timer: unknown): void
}

export interface ConnectionOptions {
  openSocket(listener: SocketListener): Promise<TickSocket>
  clock: Clock
  /** Calls once when the next frame is drawn: never while the page is hidden */
  nextFrame(run: () => void): void
  /** Where what cannot be read is written down */
  logError(message: string, ...details: unknown[]): void
}

export interface Followed {
  /** The current candle; undefined until it has arrived. Changes at most once a frame. */
  tick: ReadonlySignal<Tick | undefined>
  stop(): void
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
  /** Lets go of the socket at once, to be taken up when the page is seen again: for pages that the browser keeps. */
  suspend(): void
}

/** The specification's: how long the socket stays when nobody needs it, ms. */
export const idleMs = 30_000
/** How long a page must be hidden until it stops following, ms: people look at another tab for a moment. */
export const hiddenMs = 5000

interface Pair {
  asset: string
  tf: Timeframe
  tick: Signal<Tick | undefined>
  listeners: ((tick: Tick) => void)[]
  followers: number
  /** Arrived since the last frame, one per candle, in the order of arrival */
  arrived: Map<number, Tick>
}

/**
 * The one connection of a page. Connects with the first follower, tells the server every followed pair with every
 * connect, and disconnects when nobody has followed anything for thirty seconds.
 */
export function createConnection({ openSocket, clock, nextFrame, logError }: ConnectionOptions): Connection {
  const pairs = new Map<string, Pair>()
  const state = signal<ConnectionState>({ name: 'idle' })
  const gaps = signal(0)
  let socket: TickSocket | undefined
  /** The client has been asked for, and has perhaps not arrived */
  let isOpened = false
  let isWanted = false
  let isConnected = false
  let wasConnected = false
  let isPaused = false
  let isOnline = true
  let isFrameAsked = false
  let feed: FeedState = { name: 'live' }
  let until: number | undefined
  let idleTimer: unknown
  let hiddenTimer: unknown

  const showState = () => {
    const next = currentState()
    if (JSON.stringify(next) !== JSON.stringify(state.peek())) state.value = next
  }
  const currentState = (): ConnectionState => {
    if (!isWanted || (pairs.size === 0 && !isConnected)) return { name: 'idle' }
    if (!isOnline) return { name: 'offline' }
    if (isConnected) return feed.name === 'live' ? { name: 'live' } : { name: 'stale', feed }
    return wasConnected || until !== undefined ? { name: 'reconnecting', until } : { name: 'connecting' }
  }

  const deliver = () => {
    isFrameAsked = false
    batch(() => {
      for (const pair of pairs.values()) {
        const ticks = [...pair.arrived.values()].sort((a, b) => a.openTime - b.openTime)
        pair.arrived.clear()
        const newest = ticks.at(-1)
        if (newest) pair.tick.value = newest
        for (const tick of ticks) for (const listener of [...pair.listeners]) listener(tick)
      }
    })
  }

  const listener: SocketListener = {
    onConnect: () => {
      if (wasConnected) gaps.value++
      isConnected = true
      wasConnected = true
      until = undefined
      // A server that says nothing of its feed is taken to be live.
      feed = { name: 'live' }
      if (!isPaused) for (const { asset, tf } of pairs.values()) socket?.subscribe({ asset, tf })
      showState()
    },
    onWait: (at) => {
      isConnected = false
      until = at
      showState()
    },
    onTry: () => {
      until = undefined
      wasConnected = true
      showState()
    },
    onTick: (data) => {
      const tick = decodeTick(data)
      if (!tick) return logError('tick decode failed', data)
      const pair = pairs.get(keyOf(tick.asset, tick.tf))
      // Still on its way when the last follower left.
      if (!pair) return
      pair.arrived.set(tick.openTime, tick)
      if (isFrameAsked) return
      isFrameAsked = true
      nextFrame(deliver)
    },
    onRefused: ({ asset, tf, reason }) => logError(`subscription to ${asset}, ${tf} min refused: ${reason}`),
    onFeed: (told) => {
      feed = told
      showState()
    },
  }

  const connect = () => {
    clock.clearTimeout(idleTimer)
    idleTimer = undefined
    if (isWanted) return
    isWanted = true
    showState()
    if (socket) return socket.connect()
    if (isOpened) return
    isOpened = true
    openSocket(listener).then(
      (opened) => {
        socket = opened
        if (isWanted) opened.connect()
      },
      (error: unknown) => {
        isOpened = false
        isWanted = false
        logError('the client of live prices cannot be loaded', error)
        until = undefined
        showState()
      },
    )
  }
  const disconnect = () => {
    clock.clearTimeout(idleTimer)
    idleTimer = undefined
    isWanted = false
    isConnected = false
    until = undefined
    socket?.disconnect()
    showState()
  }
  const waitIdly = () => {
    clock.clearTimeout(idleTimer)
    idleTimer = clock.setTimeout(disconnect, idleMs)
  }
  const resume = () => {
    clock.clearTimeout(hiddenTimer)
    hiddenTimer = undefined
    if (!isPaused) return
    isPaused = false
    if (pairs.size === 0) return
    // On a new connection every pair is told by `onConnect`, which knows of the gap too.
    if (isConnected) {
      gaps.value++
      for (const { asset, tf } of pairs.values()) socket?.subscribe({ asset, tf })
    }
    connect()
  }
  const pause = () => {
    isPaused = true
    if (isConnected) for (const { asset, tf } of pairs.values()) socket?.unsubscribe({ asset, tf })
    if (isWanted) waitIdly()
  }

  return {
    follow: (asset, tf, told) => {
      const key = keyOf(asset, tf)
      const known = pairs.get(key)
      const pair: Pair = known ?? {
        asset,
        tf,
        tick: signal(undefined),
        listeners: [],
        followers: 0,
        arrived: new Map(),
      }
      pair.followers++
      if (told) pair.listeners.push(told)
      if (!known) {
        pairs.set(key, pair)
        if (isConnected && !isPaused) socket?.subscribe({ asset, tf })
      }
      if (!isPaused) connect()
      let isFollowing = true
      return {
        tick: pair.tick,
        stop: () => {
          if (!isFollowing) return
          isFollowing = false
          if (told) pair.listeners.splice(pair.listeners.indexOf(told), 1)
          if (--pair.followers > 0) return
          pairs.delete(key)
          if (isConnected && !isPaused) socket?.unsubscribe({ asset, tf })
          if (pairs.size === 0 && isWanted) waitIdly()
        },
      }
    },
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
      // Instead of waiting for the next try.
      if (online && isWanted && !isConnected) {
        socket?.disconnect()
        socket?.connect()
      }
      showState()
    },
    suspend: () => {
      clock.clearTimeout(hiddenTimer)
      isPaused = true
      disconnect()
    },
  }
}

function keyOf(asset: string, tf: number): string {
  return `${asset} ${tf}`
}
