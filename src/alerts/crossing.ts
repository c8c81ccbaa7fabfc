import type { Instrument } from '../market/instrument.ts'
import type { Units } from '../market/units.ts'
import type { AlertRule } from './alert-rule.ts'

/**
 * State of a waiting alert. An alert fires when its rule becomes true, so a rule that stays true fires once. Whether the
 * rule is true is decided by the newest price; a price touched in between can fire the alert, but not end that state.
 */
export interface Crossing {
  wasTrue: boolean
  /** End of the pause after the last firing, ms UTC; 0 before the first */
  quietUntil: number
}

export interface Trigger {
  /** Time at which the alert was due, ms UTC, to the minute */
  at: number
  price: Units
}

export interface PendingAlert extends Crossing {
  asset: string
  rule: AlertRule
  instrument: Pick<Instrument, 'priceDigits' | 'volumeDigits'>
  /** Prices after this time count, ms UTC: the creation or the last firing */
  since: number
}

export interface Observation {
  /** Time of the newest price, ms UTC */
  at: number
  /** Whether the rule was true for some price since the last observation */
  isTouched: boolean
  /** Whether the rule is true for the newest price */
  isTrue: boolean
}

/** A rule that becomes true during the pause does not fire, not even when the pause ends. */
export function fires({ wasTrue, quietUntil }: Crossing, { at, isTouched }: Observation): boolean {
  return !wasTrue && isTouched && at >= quietUntil
}

export function observe(crossing: Crossing, { isTrue }: Observation): Crossing {
  return { ...crossing, wasTrue: isTrue }
}
