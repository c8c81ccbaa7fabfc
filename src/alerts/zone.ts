import type { Instrument } from '../market/instrument.ts'
import { nearestUnits, type Units, wholeUnits } from '../market/units.ts'
import { aimOf, percentOf } from './aim.ts'
import type { AlertRule, RuleOf } from './alert-rule.ts'

export interface PriceRange {
  low: Units
  high: Units
}

/** The prices for which a rule is true: those between both ends, included, or with `isOutside` those beyond them */
export interface Zone {
  from: number
  to: number
  isOutside: boolean
}

export type PriceRule = Exclude<AlertRule, RuleOf<'indicator'>>

export interface Moment {
  /** Start of the minute, ms UTC: a line has one price in each minute */
  openTime: number
  /** Close that a change is measured from; undefined if it is not known */
  reference?: Units | undefined
}

/** Returns the zone of a rule in a minute. Returns undefined for a change from an unknown price. */
export function zoneOf(
  rule: PriceRule,
  digits: Pick<Instrument, 'priceDigits'>,
  { openTime, reference }: Moment,
): Zone | undefined {
  switch (rule.kind) {
    case 'level':
    case 'percent':
      return sideOf(aimOf(rule, digits))
    case 'enter':
    case 'leave': {
      const [from, to] = [nearestUnits(rule.value, digits.priceDigits), nearestUnits(rule.high, digits.priceDigits)]
      return { from, to, isOutside: rule.kind === 'leave' }
    }
    case 'change':
      return reference === undefined
        ? undefined
        : sideOf({ target: percentOf(reference, rule.value), isAbove: rule.value > 0 })
    case 'line':
      return sideOf({ target: nearestUnits(linePrice(rule, openTime), digits.priceDigits), isAbove: rule.isAbove })
  }
}

/** Price of a line in a minute; it continues beyond both of its points. */
export function linePrice({ from, to }: Pick<RuleOf<'line'>, 'from' | 'to'>, time: number): number {
  return from.price + ((to.price - from.price) * (time - from.time)) / (to.time - from.time)
}

function sideOf({ target, isAbove }: { target: Units; isAbove: boolean }): Zone {
  const [from, to] = isAbove ? [target, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, target]
  return { from, to, isOutside: false }
}

/** Whether some price of the range is in the zone */
export function touches({ from, to, isOutside }: Zone, { low, high }: PriceRange): boolean {
  return isOutside ? low < from || high > to : high >= from && low <= to
}

/** Whether every price of the range is in the zone */
export function covers({ from, to, isOutside }: Zone, { low, high }: PriceRange): boolean {
  return isOutside ? high < from || low > to : low >= from && high <= to
}

/** Returns the newest price if it is in the zone, otherwise the first price of the zone, which was touched meanwhile. */
export function firedPriceIn(zone: Zone, range: PriceRange, newest: Units): Units {
  if (touches(zone, { low: newest, high: newest })) return newest
  if (zone.isOutside) return wholeUnits(range.high > zone.to ? zone.to + 1 : zone.from - 1)
  return wholeUnits(newest < zone.from ? zone.from : zone.to)
}
