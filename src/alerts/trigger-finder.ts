import type { Candle } from '../market/candle.ts'
import type { Market } from '../market/market.ts'
import { hourMs, minuteMs, openTimeOf } from '../market/timeframe.ts'
import type { Units } from '../market/units.ts'
import { type Crossing, fires, observe, type PendingAlert, type Trigger } from './crossing.ts'
import { findIndicatorTrigger } from './indicator-trigger.ts'
import { covers, firedPriceIn, type PriceRange, type PriceRule, touches, type Zone, zoneOf } from './zone.ts'

const pageSize = 1000

export type TriggerFinder = (pending: PendingAlert) => Promise<Trigger | undefined>

/** Oldest minute before the required one whose close a change may still be measured from, ms */
export const maxReferenceAge = hourMs

/** Finds the first candle that triggered an alert. Reads minutes only in hours whose prices can trigger it. */
export function createTriggerFinder(market: Pick<Market, 'candles' | 'closes'>, now: number): TriggerFinder {
  /** Hourly candles by asset, cached from the oldest time requested so far */
  const kept = new Map<string, { from: number; hours: Promise<Candle[]> }>()

  const hoursSince = async (asset: string, from: number) => {
    let known = kept.get(asset)
    if (!known || known.from > from) {
      known = { from, hours: readCandles(market, { asset, tf: 60, from, to: now }) }
      kept.set(asset, known)
    }
    return (await known.hours).filter(({ openTime }) => openTime >= from)
  }

  return async (pending) => {
    const { rule, asset, since } = pending
    if (rule.kind === 'indicator') return findIndicatorTrigger(market, { ...pending, rule })
    const alert = { ...pending, rule }
    const before = referenceSpan(rule)
    const start = openTimeOf(since, 60)
    const hours = await hoursSince(asset, openTimeOf(start - before, 60))
    let state: Crossing = alert
    for (const [index, hour] of hours.entries()) {
      if (hour.openTime < start) continue
      const zones = hourZones(alert, hours, index)
      if (!zones.some((zone) => touches(zone, hour))) {
        state = { ...state, wasTrue: false }
        continue
      }
      if (state.wasTrue && rule.kind !== 'change' && zones.every((zone) => covers(zone, hour))) continue
      const from = Math.max(hour.openTime, openTimeOf(since, 1)) - before
      const minutes = await readCandles(market, { asset, tf: 1, from, to: hour.openTime + hourMs })
      const found = firstMinute(alert, state, minutes, hour.openTime)
      if (found.trigger) return { ...found.trigger, at: Math.min(found.trigger.at, now) }
      state = found.state
      const [zone] = zones
      if (!zone || zones.length > 1 || !found.isEmpty || hour.openTime <= since) continue
      // The minutes of an hour may not be stored any longer; a whole hour after the creation is precise enough.
      const at = hour.openTime + hourMs
      const seen = { at, isTouched: true, isTrue: touches(zone, { low: hour.close, high: hour.close }) }
      if (fires(state, seen)) return { at: Math.min(at, now), price: firedPriceIn(zone, hour, hour.close) }
      state = observe(state, seen)
    }
    return undefined
  }
}

type PendingPrice = PendingAlert & { rule: PriceRule }

/** How far back the prices reach that a rule is measured from, ms */
function referenceSpan(rule: PriceRule): number {
  return rule.kind === 'change' ? rule.minutes * minuteMs + maxReferenceAge : 0
}

/** Returns zones of which at least one is touched in an hour in which the rule can become true. */
function hourZones({ rule, instrument }: PendingPrice, hours: readonly Candle[], index: number): Zone[] {
  const hour = hours[index]
  if (!hour) return []
  const at = (moment: { openTime: number; reference?: Units }) => zoneOf(rule, instrument, moment) ?? []
  if (rule.kind === 'line') return [hour.openTime, hour.openTime + hourMs].flatMap((openTime) => at({ openTime }))
  if (rule.kind !== 'change') return [at({ openTime: hour.openTime })].flat()
  const oldest = hour.openTime - referenceSpan(rule) - hourMs
  const references = hours.slice(0, index + 1).filter(({ openTime }) => openTime >= oldest)
  return references.flatMap(({ low, high }) => at({ openTime: hour.openTime, reference: rule.value > 0 ? low : high }))
}

interface MinuteSearch {
  trigger?: Trigger
  state: Crossing
  /** Whether no minute of the hour is stored */
  isEmpty: boolean
}

/** Finds the triggering minute. In the minute of `since`, only the close is known to come after it. */
function firstMinute(
  { rule, instrument, since }: PendingPrice,
  before: Crossing,
  minutes: readonly Candle[],
  from: number,
): MinuteSearch {
  let state = before
  let isEmpty = true
  let oldest = 0
  for (const { openTime, low, high, close } of minutes) {
    if (openTime < from || openTime < openTimeOf(since, 1)) continue
    isEmpty = false
    const due = rule.kind === 'change' ? openTime - rule.minutes * minuteMs : openTime
    while ((minutes[oldest + 1]?.openTime ?? Number.POSITIVE_INFINITY) <= due) oldest++
    const zone = zoneOf(rule, instrument, { openTime, reference: referenceAt(minutes[oldest], due) })
    if (!zone) continue
    const range: PriceRange = openTime > since ? { low, high } : { low: close, high: close }
    const at = openTime + minuteMs
    const seen = { at, isTouched: touches(zone, range), isTrue: touches(zone, { low: close, high: close }) }
    if (fires(state, seen)) return { trigger: { at, price: firedPriceIn(zone, range, close) }, state, isEmpty }
    state = observe(state, seen)
  }
  return { state, isEmpty }
}

/** Returns the close of a minute if it ends at the due minute or less than an hour before. */
export function referenceAt(minute: Pick<Candle, 'openTime' | 'close'> | undefined, due: number): Units | undefined {
  return minute && minute.openTime <= due && minute.openTime > due - maxReferenceAge ? minute.close : undefined
}

interface Span {
  asset: string
  tf: 1 | 60
  from: number
  to: number
}

export async function readCandles(market: Pick<Market, 'candles'>, { asset, tf, from, to }: Span): Promise<Candle[]> {
  const all: Candle[] = []
  let next = from
  while (next < to) {
    const page = await market.candles({ asset, tf, from: next, to, limit: pageSize })
    all.push(...page)
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    next = last.openTime + 1
  }
  return all
}
