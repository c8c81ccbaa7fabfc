import { type ReadonlySignal, signal } from '@preact/signals-react'
import { assetStateOf, type MarketState } from '../market/asset-state.ts'
import type { DecimalTick } from '../market/candle.ts'
import type { Span } from '../market/span.ts'
import type { Timeframe } from '../market/timeframe.ts'
import { type ConnectionState, type ConnectionStatus, createConnectionStatus } from './connection-state.ts'
import {
  createFollowedPairs,
  createSubscriptions,
  type FollowedPairs,
  type TickSubscription,
} from './followed-pairs.ts'
import type { SocketListener, TickSocket, TradeRow } from './open-socket.ts'
import { createPagePause, createSocketNeed } from './socket-need.ts'
import type { Clock } from './timer.ts'
import { decodeTick, readTick } from './wire.ts'

interface LazySocketOptions {
  openSocket(listener: SocketListener): Promise<TickSocket>
  clock: Clock
  logError(message: string, ...details: unknown[]): void
}

const fetchAgainMs = 5000

/** Creates a socket that loads its client library on the first `connect`; a failed load is retried. */
function createLazySocket(options: LazySocketOptions, listener: SocketListener): TickSocket {
  const { openSocket, clock, logError } = options
  let socket: TickSocket | undefined
  let isFetching = false
  let isWanted = false

  const fetchClient = async () => {
    if (isFetching || socket) return
    isFetching = true
    try {
      socket = await openSocket(listener)
      if (isWanted) socket.connect()
    } catch (error) {
      logError('could not load the client of live prices', error)
      listener.onWait(clock.now() + fetchAgainMs)
      clock.setTimeout(() => {
        if (isWanted) void fetchClient()
      }, fetchAgainMs)
    } finally {
      isFetching = false
    }
  }
  return {
    connect: () => {
      isWanted = true
      if (socket) socket.connect()
      else void fetchClient()
    },
    disconnect: () => {
      isWanted = false
      socket?.disconnect()
    },
    request: (name, ...asked) => socket?.request(name, ...asked),
  }
}

export interface ConnectionOptions extends LazySocketOptions {
  nextFrame(run: () => void): void
}

export interface Connection {
  /** Follows candles. Each frame delivers the last state of every changed candle, oldest first, so no close is lost. */
  follow(asset: string, tf: Timeframe, listener?: (tick: DecimalTick) => void): TickSubscription
  state: ReadonlySignal<ConnectionState>
  /** Last market state from the server; undefined until the first arrives */
  market: ReadonlySignal<MarketState | undefined>
  /** Opens the connection for `market`, even if no candles are followed. @returns a function that releases it */
  watch(): () => void
  /** Subscribes to spans of candles that must be reloaded. @returns a function that unsubscribes */
  onCorrection(asset: string, listener: (span: Span) => void): () => void
  /** Subscribes to new trades, if the source sends any. @returns a function that unsubscribes */
  onTrades(asset: string, listener: (rows: readonly TradeRow[]) => void): () => void
  /** A number that increases whenever ticks may have been missed: consumers that cache candles must reload them. */
  interruptions: ReadonlySignal<number>
  /** Records whether the page is hidden. After a moment, a hidden page receives nothing until it is visible again. */
  setHidden(isHidden: boolean): void
  setOnline(isOnline: boolean): void
  /** Closes the socket until the page is shown again: browsers do not cache pages with an open socket for Back. */
  suspend(): void
}

/** Status of a new connection: the state of the feed behind it is not known yet. */
const connected: Partial<ConnectionStatus['facts']> = {
  isConnected: true,
  hasTried: true,
  until: undefined,
  isFull: false,
  feed: { name: 'live' },
  isFilling: false,
}

/** Creates the single connection of a page, open while something on the page follows prices. */
export function createConnection({ nextFrame, ...options }: ConnectionOptions): Connection {
  const { clock, logError } = options
  const interruptions = signal(0)
  const status = createConnectionStatus()
  const market = signal<MarketState | undefined>(undefined)
  const watchers = createWatchers({ onStart: () => pause.begin(), onStop: () => pause.endAfterIdle() })
  const isNeeded = () => pairs.count() > 0 || watchers.count() > 0
  const corrections = createAssetListeners<Span>()
  const trades = createAssetListeners<readonly TradeRow[]>(() => subscriptions.changeTrades())
  const pairs = createFollowedPairs({
    nextFrame,
    logError,
    onFirst: (pair) => {
      filling.note()
      if (!pause.isPaused()) subscriptions.add(pair)
      pause.begin()
    },
    onLast: (pair) => {
      filling.note()
      if (!pause.isPaused()) subscriptions.remove(pair)
      pause.endAfterIdle()
    },
  })
  const filling = createFilling(pairs, status)
  const take = (tick: DecimalTick | undefined, data: unknown) => {
    if (tick) pairs.arrive(tick)
    else logError('tick decode failed', data)
  }
  const socket = createLazySocket(options, {
    onConnect: () => {
      if (status.facts.hasTried) interruptions.value++
      if (!pause.isPaused()) subscriptions.open()
      status.set(connected)
      filling.take(undefined)
    },
    onWait: (until, reason) => {
      subscriptions.forget()
      status.set({ isConnected: false, hasTried: true, until, isFull: reason === 'full' })
    },
    onTry: () => status.set({ until: undefined }),
    onTick: (data) => take(decodeTick(data), data),
    onTicks: (data) => {
      if (Array.isArray(data)) for (const each of data) take(readTick(each), each)
    },
    onRefused: (refusal) => subscriptions.onRefused(refusal),
    onFeed: (state) => {
      market.value = state
      status.set({ feed: feedOf(state) })
      filling.take(state.assets)
    },
    onCorrected: ({ asset, from, to }) => corrections.notify(asset, { from, to }),
    onTrades: trades.notify,
  })
  const subscriptions = createSubscriptions({ socket, pairs, trades: trades.assets, clock, logError })
  const need = createSocketNeed({ socket, status, clock, onEnd: subscriptions.forget })
  const onInterruption = () => void interruptions.value++
  const pause = createPagePause({ subscriptions, need, isNeeded, facts: status.facts, clock, onInterruption })
  return {
    follow: pairs.follow,
    onCorrection: corrections.on,
    onTrades: trades.on,
    state: status.state,
    market,
    watch: watchers.watch,
    interruptions,
    setHidden: pause.setHidden,
    setOnline: need.setOnline,
    suspend: pause.suspend,
  }
}

function feedOf({
  isBackfilling: _,
  assets: __,
  halted: ___,
  stale: ____,
  ...feed
}: MarketState): ConnectionStatus['facts']['feed'] {
  return feed
}

/** Creates listeners by asset. @param onChange  called when the assets have changed */
function createAssetListeners<News>(onChange = () => {}) {
  const listeners = new Map<string, Set<(news: News) => void>>()
  return {
    assets: () => [...listeners.keys()],
    on: (asset: string, listener: (news: News) => void): (() => void) => {
      const known = listeners.get(asset) ?? new Set()
      listeners.set(asset, known.add(listener))
      if (known.size === 1) onChange()
      return () => {
        known.delete(listener)
        if (known.size > 0 || listeners.get(asset) !== known) return
        listeners.delete(asset)
        onChange()
      }
    },
    notify: (asset: string, news: News): void => {
      for (const listener of [...(listeners.get(asset) ?? [])]) listener(news)
    },
  }
}

/** Tracks whether candles of an asset on the page are still being fetched: `isFilling` of the connection status. */
function createFilling(pairs: Pick<FollowedPairs, 'all'>, status: Pick<ConnectionStatus, 'facts' | 'set'>) {
  let market: Pick<MarketState, 'assets'> = {}
  const note = () => {
    const isFilling = [...pairs.all()].some(({ asset }) => assetStateOf(market, asset) === 'backfilling')
    if (isFilling !== status.facts.isFilling) status.set({ isFilling })
  }
  return {
    /** Call it when the assets followed on the page have changed. */
    note,
    /** Call it with the asset states that the server has sent; undefined for a new connection. */
    take: (assets: MarketState['assets']) => {
      market = { assets }
      note()
    },
  }
}

interface WatcherOptions {
  onStart(): void
  onStop(): void
}

/** Counts consumers on a page that need the market state even if no candles are followed. */
function createWatchers({ onStart, onStop }: WatcherOptions) {
  let count = 0
  return {
    count: () => count,
    /** Adds a consumer. @returns a function that removes it */
    watch: () => {
      count++
      onStart()
      return () => {
        count--
        onStop()
      }
    },
  }
}
