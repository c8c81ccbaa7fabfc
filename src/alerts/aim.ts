import type { Instrument } from '../market/instrument.ts'
import { type Decimal, nearestUnits, type Units, wholeUnits } from '../market/units.ts'
import type { LevelRule } from './alert-rule.ts'

/** Target price of a level or percentage, rounded to the instrument's step */
export interface Aim {
  target: Units
  /** Whether prices reach the target from below */
  isAbove: boolean
}

/**
 * Returns the step nearest to the target price, at least one step away from the base price and not below one step. If
 * the base price itself is one step and the target is lower, the target is 0, which is never reached.
 */
export function aimOf({ kind, value, basePrice }: LevelRule, { priceDigits }: Pick<Instrument, 'priceDigits'>): Aim {
  const base = nearestUnits(basePrice, priceDigits)
  const isAbove = kind === 'level' ? value > basePrice : value > 0
  const exact = kind === 'level' ? nearestUnits(value, priceDigits) : percentOf(base, value)
  const falling = Math.max(Math.min(exact, base - 1), Math.min(1, base - 1))
  return { target: wholeUnits(isAbove ? Math.max(exact, base + 1) : falling), isAbove }
}

const percentDigits = 12

/** Returns 100 + `percent` percent of `base`, computed in integers: 10 % above 100 is exactly 110. */
export function percentOf(base: Units, percent: Decimal): Units {
  const scale = 10n ** BigInt(percentDigits)
  const whole = 100n * scale
  const [integers = '', decimals = ''] = percent.toFixed(percentDigits).replace('-', '').split('.')
  const parts = BigInt(integers + decimals) * (percent < 0 ? -1n : 1n)
  return wholeUnits(Number((BigInt(base) * (whole + parts) + whole / 2n) / whole))
}
