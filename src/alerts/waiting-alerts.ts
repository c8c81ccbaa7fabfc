import type { Tick } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import { type Aim, aimOf, isReached, type PriceAlert, type PriceRange } from './alert.ts'

export interface WaitingAlert {
  alert: PriceAlert
  aim: Aim
  instrument: Instrument
}

export interface WaitingAlerts {
  /** Returns undefined for an asset that is not traded any longer. */
  add(alert: PriceAlert): WaitingAlert | undefined
  remove(alert: PriceAlert): void
  has(alert: PriceAlert): boolean
  all(): WaitingAlert[]
  /** Returns alerts reached by a tick of the current minute. Ticks of an asset must come in order. */
  reachedBy(tick: Tick): WaitingAlert[]
}

export function createWaitingAlerts(instrumentOf: (asset: string) => Instrument | undefined): WaitingAlerts {
  const byAsset = new Map<string, Map<string, WaitingAlert>>()
  const seen = new Map<string, Tick>()
  return {
    add: (alert) => {
      const instrument = instrumentOf(alert.asset)
      if (!instrument) return undefined
      const waiting = { alert, aim: aimOf(alert, instrument), instrument }
      const known = byAsset.get(alert.asset) ?? new Map<string, WaitingAlert>()
      byAsset.set(alert.asset, known.set(alert.id, waiting))
      return waiting
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
      return [...alerts.values()].filter(({ alert, aim }) =>
        isReached(aim, alert.createdAt < tick.openTime ? whole : fresh),
      )
    },
  }
}

/** Returns the price, extended by the minute's high or low if it is new since the previous tick. */
function freshRange(tick: Tick, before: Tick | undefined): PriceRange {
  const isSame = before?.openTime === tick.openTime
  return {
    low: isSame && tick.low < before.low ? tick.low : tick.close,
    high: isSame && tick.high > before.high ? tick.high : tick.close,
  }
}
