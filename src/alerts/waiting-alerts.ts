import type { Tick } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import { minuteMs } from '../market/timeframe.ts'
import type { Units } from '../market/units.ts'
import type { PriceAlert } from './alert.ts'
import { type AlertRule, ruleOf } from './alert-rule.ts'
import { type Crossing, fires, observe } from './crossing.ts'
import type { References } from './references.ts'
import { firedPriceIn, type PriceRange, touches, zoneOf } from './zone.ts'

export interface WaitingAlert {
  alert: PriceAlert
  rule: AlertRule
  instrument: Instrument
  /** Prices after this time count, ms UTC: the creation or the last firing */
  since: number
}

export interface DueAlert {
  waiting: WaitingAlert
  price: Units
}

export interface WaitingAlerts {
  /** Starts watching an alert. Returns undefined for an asset that is not traded any longer, or an unknown rule. */
  add(alert: PriceAlert, crossing?: Crossing): WaitingAlert | undefined
  remove(alert: PriceAlert): void
  has(alert: PriceAlert): boolean
  /** Whether the alert is still watched and has not fired since it was read */
  isCurrent(waiting: WaitingAlert): boolean
  all(): WaitingAlert[]
  /** Checks the newest price alone, for an alert that was added after it. */
  checkNow(waiting: WaitingAlert, tick: Tick): DueAlert | undefined
  /**
   * Returns alerts due by a tick of the current minute, at a time in ms UTC. Ticks of an asset must be passed in order;
   * late ones are only recorded.
   */
  reachedBy(tick: Tick, now: { at: number; isLate: boolean }): DueAlert[]
}

/** State of an alert after its creation or last firing. An alert that has fired must first see its rule untrue. */
export function startOf({ resumesAt }: Pick<PriceAlert, 'resumesAt'>): Crossing {
  return { wasTrue: resumesAt !== null, quietUntil: resumesAt ?? 0 }
}

interface Watched {
  waiting: WaitingAlert
  crossing: Crossing
  /** Start of the last minute in which the rule was true before it was not: extremes of that minute do not count */
  trueIn: number
}

export function createWaitingAlerts(
  instrumentOf: (asset: string) => Instrument | undefined,
  references: Pick<References, 'record' | 'closeBefore'>,
): WaitingAlerts {
  const byAsset = new Map<string, Map<string, Watched>>()
  const seen = new Map<string, Tick>()

  const check = (watched: Watched, tick: Tick, range: PriceRange, at: number): DueAlert | undefined => {
    const { waiting, crossing } = watched
    const { rule, instrument } = waiting
    if (rule.kind === 'indicator') return undefined
    const reference = rule.kind === 'change' ? references.closeBefore(tick, rule.minutes) : undefined
    const zone = zoneOf(rule, instrument, { openTime: tick.openTime, reference })
    if (!zone) return undefined
    const isTrue = touches(zone, { low: tick.close, high: tick.close })
    const seenNow = { at, isTouched: touches(zone, range), isTrue }
    const { expiresAt } = waiting.alert
    const isDue = fires(crossing, seenNow) && (expiresAt === null || at < expiresAt)
    if (crossing.wasTrue) watched.trueIn = tick.openTime
    watched.crossing = observe(crossing, seenNow)
    return isDue ? { waiting, price: firedPriceIn(zone, range, tick.close) } : undefined
  }

  return {
    add: (alert, crossing = startOf(alert)) => {
      const [instrument, rule] = [instrumentOf(alert.asset), ruleOf(alert)]
      if (!instrument || !rule) return undefined
      const { resumesAt, pauseMs, createdAt } = alert
      const since = resumesAt === null || pauseMs === null ? createdAt : resumesAt - pauseMs
      const waiting = { alert, rule, instrument, since }
      const known = byAsset.get(alert.asset) ?? new Map<string, Watched>()
      byAsset.set(alert.asset, known.set(alert.id, { waiting, crossing, trueIn: 0 }))
      return waiting
    },
    remove: ({ asset, id }) => {
      byAsset.get(asset)?.delete(id)
    },
    has: ({ asset, id }) => byAsset.get(asset)?.has(id) ?? false,
    isCurrent: (waiting) => byAsset.get(waiting.alert.asset)?.get(waiting.alert.id)?.waiting === waiting,
    all: () => [...byAsset.values()].flatMap((alerts) => [...alerts.values()].map(({ waiting }) => waiting)),
    checkNow: ({ alert: { asset, id } }, tick) => {
      const watched = byAsset.get(asset)?.get(id)
      return watched && check(watched, tick, { low: tick.close, high: tick.close }, tick.openTime + minuteMs)
    },
    reachedBy: (tick, { at, isLate }) => {
      const before = seen.get(tick.asset)
      seen.set(tick.asset, tick)
      references.record(tick)
      const alerts = byAsset.get(tick.asset)
      if (isLate || !alerts?.size) return []
      const whole = { low: tick.low, high: tick.high }
      const fresh = freshRange(tick, before)
      return [...alerts.values()].flatMap((watched) => {
        const isWhole = watched.waiting.since < tick.openTime && watched.trueIn < tick.openTime
        return check(watched, tick, isWhole ? whole : fresh, at) ?? []
      })
    },
  }
}

/** Returns the tick's price, extended by the minute's high or low if they are new since the previous tick. */
function freshRange(tick: Tick, before: Tick | undefined): PriceRange {
  const isSame = before?.openTime === tick.openTime
  return {
    low: isSame && tick.low < before.low ? tick.low : tick.close,
    high: isSame && tick.high > before.high ? tick.high : tick.close,
  }
}
