import type { ReadonlySignal } from '@preact/signals-react'
import type { MarketState } from '../market/asset-state.ts'
import type { DecimalTick } from '../market/candle.ts'
import type { Span } from '../market/span.ts'
import type { Timeframe } from '../market/timeframe.ts'
import { paths } from '../paths.ts'
import { type Connection, createConnection } from './connection.ts'
import type { ConnectionState } from './connection-state.ts'
import { createDayAgo, type DayAgo } from './day-ago.ts'
import { createFlashes } from './flash.ts'
import type { TickSubscription } from './followed-pairs.ts'
import { openSocket, type SocketAddress, type TradeRow } from './open-socket.ts'
import type { Clock } from './timer.ts'

const paceMs = 250
/** Maximum share of time spent on drawing prices: on slow devices prices are drawn less often. */
const share = 0.03
/** Maximum delay of a redraw, ms */
const maxMs = 1000

export interface FramePaceOptions {
  now(): number
  setTimeout(run: () => void, ms: number): void
  requestFrame(run: () => void): void
}

/** Draws the first change after a pause in the next frame; batches later changes of all prices on the page. */
export function createFramePace({ now, setTimeout, requestFrame }: FramePaceOptions): (run: () => void) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  let gap = paceMs
  return (run) => {
    const draw = () => {
      requestFrame(() => {
        lastAt = now()
        run()
        // The duration is measured after the frame, to include the browser's own work for it.
        setTimeout(() => {
          gap = Math.min(maxMs, Math.max(paceMs, (now() - lastAt) / share))
        }, 0)
      })
    }
    const wait = lastAt + gap - now()
    if (wait > 0) setTimeout(draw, wait)
    else draw()
  }
}

/** Flashes shared by the prices of the page */
export const flashes = createFlashes((run, ms) => setTimeout(run, ms))

let shared: Connection | undefined
let sharedDayAgo: DayAgo | undefined

/** Returns the day-ago prices shared by the page. Browser only, like the connection. */
export function dayAgo(): DayAgo {
  sharedDayAgo ??= createPageDayAgo()
  return sharedDayAgo
}

/** Returns the connection shared by the page. Browser only: call it in effects, never in render. */
function liveConnection(): Connection {
  shared ??= createPageConnection()
  return shared
}

/** Follows candles for imperative consumers such as charts. In React, use `useTick`. */
export function followTick(asset: string, tf: Timeframe, listener?: (tick: DecimalTick) => void): TickSubscription {
  return liveConnection().follow(asset, tf, listener)
}

export function connectionState(): ReadonlySignal<ConnectionState> {
  return liveConnection().state
}

/** Follows the server's market state, until `stop` is called. */
export function watchMarket(): { state: ReadonlySignal<MarketState | undefined>; stop(): void } {
  const { market, watch } = liveConnection()
  return { state: market, stop: watch() }
}

export function onCorrection(asset: string, listener: (span: Span) => void): () => void {
  return liveConnection().onCorrection(asset, listener)
}

export function onTrades(asset: string, listener: (rows: readonly TradeRow[]) => void): () => void {
  return liveConnection().onTrades(asset, listener)
}

export function interruptionCount(): ReadonlySignal<number> {
  return liveConnection().interruptions
}

function createPageDayAgo(): DayAgo {
  const followed = createDayAgo({
    ask: async () => (await fetch(paths.marketAssets)).json(),
    clock: pageClock,
    random: Math.random,
    isHidden: () => document.hidden || !navigator.onLine,
  })
  document.addEventListener('visibilitychange', followed.catchUp)
  addEventListener('online', followed.catchUp)
  return followed
}

const pageClock: Clock = {
  now: Date.now,
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
}

function createPageConnection(): Connection {
  const pace = createFramePace({
    now: () => performance.now(),
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    requestFrame: (run) => window.requestAnimationFrame(run),
  })
  const connection = createConnection({
    openSocket: (listener) => openSocket(readAddress(), listener),
    clock: pageClock,
    nextFrame: (run) =>
      pace(() => {
        flashes.startDraw(performance.now())
        run()
      }),
    logError: (message, ...details) => console.error(message, ...details),
  })
  const setHidden = () => connection.setHidden(document.hidden)
  document.addEventListener('visibilitychange', setHidden)
  addEventListener('online', () => connection.setOnline(true))
  addEventListener('offline', () => connection.setOnline(false))
  addEventListener('pagehide', () => connection.suspend())
  addEventListener('pageshow', setHidden)
  connection.setOnline(navigator.onLine)
  setHidden()
  return connection
}

function readAddress(): SocketAddress {
  const config: { tickerUrl: string; tickerPath: string } = JSON.parse(
    document.querySelector('script#runtime-config')?.textContent ?? '{}',
  )
  return { url: config.tickerUrl, path: config.tickerPath }
}
