import type { Db } from '../../db/client.ts'
import type { Logger } from '../../http/logger.ts'
import type { Tick } from '../candle.ts'
import type { Market } from '../market.ts'
import { firedPriceOf, isReached, type PriceAlert, type PriceRange } from './alert.ts'
import { fireAlert, listWaiting } from './queries.ts'
import { createReachFinder } from './reach.ts'

export interface AlertWatcher {
  /** Tells of an alert that was just made, so that it need not be read first. */
  add(alert: PriceAlert): void
  /** Settles when everything that was under way is written. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface AlertWatcherOptions {
  /** `app.db` */
  db: Db
  market: Pick<Market, 'onTick' | 'onState' | 'state' | 'candles' | 'current'>
  log: Pick<Logger, 'error'>
  /** Is told of each alert once, when it is written that it has fired. */
  onFired?: ((alert: PriceAlert) => void) | undefined
  /** ms UTC */
  now?: () => number
  /** How often alerts that other processes have made are looked for, ms */
  reloadEveryMs?: number
}

/** Clocks of processes may differ by so much, ms: ids begin with the time they were made at. */
const clockSkewMs = 60_000

/**
 * Lets alerts fire: at once when a price gets there, and from the candles when nobody was looking, which is after a
 * start and whenever the feed has come back. That an alert fires once is decided by the database, not here.
 */
export function watchAlerts(options: AlertWatcherOptions): AlertWatcher {
  const { db, market, log, onFired, now = Date.now, reloadEveryMs = 2000 } = options
  const waiting = new Map<string, Map<string, PriceAlert>>()
  /** The minute that each asset's last tick was about */
  const seen = new Map<string, Tick>()
  const underway = new Set<Promise<void>>()

  const run = (what: string, work: Promise<void>) => {
    const guarded = work
      .catch((error: unknown) => log.error(`Alerts: ${what} failed`, error))
      .finally(() => underway.delete(guarded))
    underway.add(guarded)
  }
  const alertsOf = (asset: string) => {
    const known = waiting.get(asset) ?? new Map<string, PriceAlert>()
    waiting.set(asset, known)
    return known
  }
  const fire = async (alert: PriceAlert, at: number, price: number) => {
    // Out of sight first: the next tick comes before the database has answered.
    alertsOf(alert.asset).delete(alert.id)
    try {
      const fired = await fireAlert(db, alert.id, at, price)
      if (fired) onFired?.(fired)
    } catch (error) {
      alertsOf(alert.asset).set(alert.id, alert)
      throw error
    }
  }
  const look = (tick: Tick) => {
    const before = seen.get(tick.asset)
    seen.set(tick.asset, tick)
    const alerts = waiting.get(tick.asset)
    if (!alerts?.size) return
    const whole = { low: tick.low, high: tick.high }
    const fresh = freshRange(tick, before)
    for (const alert of alerts.values()) {
      if (!isReached(alert, alert.createdAt < tick.openTime ? whole : fresh)) continue
      run('writing that one has fired', fire(alert, now(), firedPriceOf(alert, tick.close)))
    }
  }
  const add = (alert: PriceAlert) => {
    alertsOf(alert.asset).set(alert.id, alert)
    const { close } = market.current(alert.asset, 1) ?? {}
    if (close === undefined || !isReached(alert, { low: close, high: close })) return
    run('writing that one has fired', fire(alert, now(), close))
  }
  const catchUp = async () => {
    const reachOf = createReachFinder(market, now())
    for (const alerts of [...waiting.values()]) {
      for (const alert of [...alerts.values()]) {
        const reach = await reachOf(alert)
        if (reach) await fire(alert, reach.at, reach.price)
      }
    }
  }
  let newest = ''
  const load = async () => {
    const alerts = await listWaiting(db, newest)
    for (const alert of alerts) if (!waiting.get(alert.asset)?.has(alert.id)) add(alert)
    newest = idsFrom(now() - clockSkewMs)
  }

  const isReady = () => market.state().name === 'live' && !market.state().isBackfilling
  let wasReady = isReady()
  const stopTicks = market.onTick((tick) => {
    if (tick.tf === 1) look(tick)
  })
  const stopState = market.onState(() => {
    const hasRecovered = isReady() && !wasReady
    wasReady = isReady()
    if (hasRecovered) run('looking through candles', catchUp())
  })
  run('looking through candles', load().then(catchUp))
  const reload = setInterval(() => run('reading new ones', load()), reloadEveryMs)

  const idle = async () => {
    while (underway.size > 0) await Promise.all(underway)
  }
  return {
    add,
    idle,
    close: async () => {
      clearInterval(reload)
      stopTicks()
      stopState()
      await idle()
    },
  }
}

/** What a tick adds to the one before it: its price, and the minute's high or low when it is a new one. */
function freshRange(tick: Tick, before: Tick | undefined): PriceRange {
  const isSame = before?.openTime === tick.openTime
  return {
    low: isSame && tick.low < before.low ? tick.low : tick.close,
    high: isSame && tick.high > before.high ? tick.high : tick.close,
  }
}

/** The lowest UUIDv7 that can be made from a moment on. */
function idsFrom(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
