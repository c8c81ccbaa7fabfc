import { type ReadonlySignal, signal } from '@preact/signals-react'
import { assetStateOf, type MarketState } from '../market/asset-state.ts'
import type { DecimalTick } from '../market/candle.ts'
import type { Span } from '../market/span.ts'
import type { Timeframe } from '../market/timeframe.ts'
import { type ConnectionState, createConnectionStatus } from './connection-state.ts'
import { createCorrections } from './corrections.ts'
import { createFollowedPairs, type Followed } from './followed-pairs.ts'
import { createLazySocket, type LazySocketOptions } from './lazy-socket.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createTimer } from './timer.ts'
import { decodeTick } from './wire.ts'

export interface ConnectionOptions extends LazySocketOptions {
  nextFrame(run: () => void): void
}

export interface Connection {
  /**
   * Of what arrives between two frames the listener gets the last state of each candle, oldest first, so the close of one
   * is never lost behind the open of the next.
   */
  follow(asset: string, tf: Timeframe, listener?: (tick: DecimalTick) => void): Followed
  state: ReadonlySignal<ConnectionState>
  /** Candles that are to be read again. @returns unsubscribes */
  onCorrection(asset: string, listener: (span: Span) => void): () => void
  /** Grows whenever ticks may have been missed: whoever keeps candles refetches them. */
  gaps: ReadonlySignal<number>
  /** A page hidden for a moment is sent nothing until it is seen again. */
  setHidden(isHidden: boolean): void
  setOnline(isOnline: boolean): void
  /** Until the page is seen again: browsers keep no page for Back that has an open socket. */
  suspend(): void
}

/** How long the socket stays open when nobody needs it, ms; from the specification */
const idleMs = 30_000
/** How long a page must be hidden before it is sent nothing, ms: people glance at other tabs */
const hiddenMs = 5000

/** The one connection of a page, open while something on the page is followed. */
export function createConnection({ nextFrame, ...options }: ConnectionOptions): Connection {
  const { clock, logError } = options
  const gaps = signal(0)
  const status = createConnectionStatus()
  const { facts } = status
  const [idle, hidden] = [createTimer(clock), createTimer(clock)]
  const corrections = createCorrections()
  let isPaused = false
  let market: Pick<MarketState, 'assets'> = {}
  const noteFilling = () => {
    const isFilling = [...pairs.all()].some(({ asset }) => assetStateOf(market, asset) === 'backfilling')
    if (isFilling !== facts.isFilling) status.set({ isFilling })
  }

  const pairs = createFollowedPairs({
    nextFrame,
    logError,
    onFirst: (pair) => {
      noteFilling()
      if (isPaused) return
      subscriptions.add(pair)
      connect()
    },
    onLast: (pair) => {
      noteFilling()
      if (isPaused) return
      subscriptions.remove(pair)
      if (pairs.count() === 0) waitIdly()
    },
  })
  const socket = createLazySocket(options, {
    onConnect: () => {
      if (facts.hasTried) gaps.value++
      if (!isPaused) subscriptions.open()
      market = {}
      const connected = { isConnected: true, hasTried: true, until: undefined, isFull: false }
      status.set({ ...connected, feed: { name: 'live' }, isFilling: false })
    },
    onWait: (until, reason) => {
      subscriptions.forget()
      status.set({ isConnected: false, hasTried: true, until, isFull: reason === 'full' })
    },
    onTry: () => status.set({ until: undefined }),
    onTick: (data) => {
      const tick = decodeTick(data)
      if (tick) pairs.arrive(tick)
      else logError('tick decode failed', data)
    },
    onRefused: (refusal) => subscriptions.onRefused(refusal),
    onFeed: ({ isBackfilling: _, assets, ...feed }) => {
      market = { assets }
      status.set({ feed })
      noteFilling()
    },
    onCorrected: corrections.tell,
  })
  const subscriptions = createSubscriptions({ socket, pairs, clock, logError })

  const connect = () => {
    idle.stop()
    if (facts.isWanted) return
    status.set({ isWanted: true })
    socket.connect()
  }
  const disconnect = () => {
    idle.stop()
    subscriptions.forget()
    socket.disconnect()
    status.set({ isWanted: false, isConnected: false, until: undefined, isFull: false })
  }
  const waitIdly = () => {
    if (facts.isWanted) idle.start(idleMs, disconnect)
  }
  const pause = () => {
    if (isPaused) return
    isPaused = true
    subscriptions.cancel()
    if (pairs.count() > 0) waitIdly()
  }
  const resume = () => {
    hidden.stop()
    if (!isPaused) return
    isPaused = false
    if (facts.isConnected) subscriptions.open()
    if (pairs.count() === 0) return
    if (facts.isConnected) gaps.value++
    connect()
  }

  return {
    follow: pairs.follow,
    onCorrection: corrections.on,
    state: status.state,
    gaps,
    setHidden: (isHidden) => {
      if (isHidden) hidden.start(hiddenMs, pause)
      else resume()
    },
    setOnline: (isOnline) => {
      if (isOnline === facts.isOnline) return
      if (isOnline && facts.isWanted && !facts.isConnected) {
        socket.disconnect()
        socket.connect()
      }
      status.set({ isOnline })
    },
    suspend: () => {
      hidden.stop()
      isPaused = true
      if (facts.isWanted) disconnect()
    },
  }
}
