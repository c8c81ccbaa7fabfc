import type { Tick } from '../market/candle.ts'
import { isReached, type PriceAlert, type PriceRange } from './alert.ts'

export interface WaitingAlerts {
  add(alert: PriceAlert): void
  remove(alert: PriceAlert): void
  has(alert: PriceAlert): boolean
  all(): PriceAlert[]
  /** Those that a tick of the current minute has reached. Ticks of an asset come in order. */
  reachedBy(tick: Tick): PriceAlert[]
}

export function createWaitingAlerts(): WaitingAlerts {
  const byAsset = new Map<string, Map<string, PriceAlert>>()
  const seen = new Map<string, Tick>()
  return {
    add: (alert) => {
      const known = byAsset.get(alert.asset) ?? new Map<string, PriceAlert>()
      byAsset.set(alert.asset, known.set(alert.id, alert))
    },
    remove: ({ asset, id }) => {
      byAsset.get(asset)?.delete(id)
    },
    has: ({ asset, id }) => byAsset.get(asset)?.has(id) ?? false,
    all: () => [...byAsset.values()].flatMap((alerts) => [...alerts.values()]),
    reachedBy: (tick) => {
      const before = seen.get(tick.asset)
      seen.set(tick.asset, tick)
      const alerts = byAsset.get(tick.asset)
      if (!alerts?.size) return []
      const whole = { low: tick.low, high: tick.high }
      const fresh = freshRange(tick, before)
      return [...alerts.values()].filter((alert) => isReached(alert, alert.createdAt < tick.openTime ? whole : fresh))
    },
  }
}

/** The price, and the minute's high or low where it is new since the tick before. */
function freshRange(tick: Tick, before: Tick | undefined): PriceRange {
  const isSame = before?.openTime === tick.openTime
  return {
    low: isSame && tick.low < before.low ? tick.low : tick.close,
    high: isSame && tick.high > before.high ? tick.high : tick.close,
  }
}
