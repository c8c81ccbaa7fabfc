import { createEvents, type Events } from '../src/events/events.ts'
import type { DecimalTick, Tick } from '../src/market/candle.ts'
import type { FeedState } from '../src/market/feed/feed.ts'
import { defaultInstruments, type Instrument } from '../src/market/instrument.ts'
import type { Timeframe } from '../src/market/timeframe.ts'
import { feedState } from '../src/market/topics.ts'
import type { TickerLimits } from '../src/ticker/limits.ts'
import { createTicker, type Ticker, type TickerOptions, tickerPath } from '../src/ticker/ticker.ts'
import { unitsOf } from './doubles/feed.ts'

export interface TestMarket {
  market: TickerOptions['market']
  events: Events
  /** Makes the tick the current candle and notifies the listeners. */
  emitTick(tick: DecimalTick): void
  setState(state: FeedState): void
}

export interface ChangingMarket extends TestMarket {
  /** Switches to other instruments, whose prices are not known yet. */
  goOver(instruments: readonly Instrument[]): void
}

/** A market whose prices change only when the test publishes a tick. */
export function createTestMarket(instruments: readonly Instrument[] = defaultInstruments): ChangingMarket {
  const current = new Map<string, Tick>()
  const [tickListeners, closeListeners] = [new Set<(tick: Tick) => void>(), new Set<(close: Tick) => void>()]
  const events = createEvents(console)
  const mapOf = (list: readonly Instrument[]) => new Map(list.map((instrument) => [instrument.asset, instrument]))
  let byAsset = mapOf(instruments)
  let state: FeedState = { name: 'live' }
  return {
    market: {
      instrument: (asset) => byAsset.get(asset),
      current: (asset, tf) => current.get(`${asset} ${tf}`),
      onTick: (listener) => {
        tickListeners.add(listener)
        return () => tickListeners.delete(listener)
      },
      onClose: (listener) => {
        closeListeners.add(listener)
        return () => closeListeners.delete(listener)
      },
      state: () => ({ ...state, isBackfilling: false }),
    },
    events,
    emitTick: (tick) => {
      const published = unitsOf(tick, byAsset.get(tick.asset))
      current.set(`${tick.asset} ${tick.tf}`, published)
      for (const listener of published.isClosed ? [...closeListeners, ...tickListeners] : tickListeners)
        listener(published)
    },
    setState: (next) => {
      state = next
      events.emit(feedState, { ...state, isBackfilling: false })
    },
    goOver: (next) => {
      byAsset = mapOf(next)
      current.clear()
    },
  }
}

/** Returns a tick of a plausible candle at a full hour; `time` distinguishes ticks of one candle. */
export function tickOf(asset: string, tf: Timeframe, time: number, fields: Partial<DecimalTick> = {}): DecimalTick {
  const prices = { open: 100.5, high: 101.25, low: 99.75, close: 100 + (time % 100) / 100, volume: 12.5 }
  return { asset, tf, openTime: 1_750_003_200_000, ...prices, isClosed: false, time, ...fields }
}

export interface TickerServer extends TestMarket {
  ticker: Ticker
  port: number
  /** URL for Socket.IO clients */
  url: string
  /** URL for plain websockets of this protocol */
  socketUrl: string
  close(): Promise<void>
}

export interface TickerServerOptions {
  limits?: Partial<TickerLimits>
  /** Clock of the ticker, ms; the process's clock by default */
  now?: () => number
  sites?: string[]
  /** Port of the server; 0 = any free port */
  port?: number
  market?: TestMarket
  /** Returns a client's address; the socket's address by default */
  addressOf?: (request: Request) => string
  onError?: (error: Error) => void
  onFull?: () => void
}

/** Starts the ticker alone, on a free port. */
export function serveTicker({
  onError,
  onFull,
  limits,
  now,
  sites = [],
  port = 0,
  market,
  addressOf,
}: TickerServerOptions = {}): TickerServer {
  const testMarket = market ?? createTestMarket()
  const { events } = testMarket
  const ticker = createTicker({ market: testMarket.market, events, sites, limits, now, onError, onFull })
  const server = Bun.serve({
    port,
    websocket: ticker.websocket,
    fetch: (request, socket) =>
      ticker.upgrade(request, socket, addressOf?.(request) ?? socket.requestIP(request)?.address ?? ''),
  })
  return {
    ...testMarket,
    ticker,
    port: server.port ?? port,
    url: `http://127.0.0.1:${server.port}`,
    socketUrl: `ws://127.0.0.1:${server.port}${tickerPath}?EIO=4&transport=websocket`,
    close: async () => {
      await ticker.close()
      await server.stop(true)
    },
  }
}
