declare const scaled: unique symbol

/** A whole number of the instrument's smallest steps, for exact sums: 9875520 is 98755.20 with two digits. */
export type Units = number & { readonly [scaled]: true }

/** A number as people write it, for drawing and for what is told outside. Any number but `Units`. */
export type Decimal = number & { readonly [scaled]?: never }

export interface Digits {
  /** Prices are whole multiples of 10^-priceDigits of the quote currency */
  priceDigits: number
  /** Volumes are whole multiples of 10^-volumeDigits of the base currency */
  volumeDigits: number
}

/** Fifteen digits are what every decimal keeps as float64: it is told outside as it came in. */
export const maxUnits = 10 ** 15 - 1
/** All minutes of a day can be added up exactly. */
export const maxVolumeUnits = Math.floor(Number.MAX_SAFE_INTEGER / 1440)

export interface ReadUnits {
  units: Units
  /** Else it has more decimals than `digits`, and was rounded to the nearest step, half a step up */
  isExact: boolean
}

/** Undefined for what is no decimal number, negative, or larger than `maxUnits`. */
export function readUnits(text: string, digits: number): ReadUnits | undefined {
  const match = /^(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/.exec(text)
  const [, before = '', after = '', exponent = '0'] = match ?? []
  if (before === '' && after === '') return undefined
  const figures = before + after
  const end = before.length + Number(exponent) + digits
  const whole = Number(figures.slice(0, Math.max(0, end)).padEnd(end, '0'))
  const rest = figures.slice(Math.max(0, end)).padStart(figures.length - end, '0')
  const units = rest.charAt(0) >= '5' ? whole + 1 : whole
  return units <= maxUnits ? { units: wholeUnits(units), isExact: !/[1-9]/.test(rest) } : undefined
}

/** Of a number that is near a multiple of 10^-digits, as float64 are of decimals with up to fifteen digits. */
export function nearestUnits(decimal: Decimal, digits: number): Units {
  return wholeUnits(Math.round(decimal * 10 ** digits))
}

/** Looked up: a page of candles has five thousand of them to divide by. */
const powers = Array.from({ length: 16 }, (_, digits) => 10 ** digits)

/** The float64 nearest to the decimal, which prints as that decimal. */
export function toDecimal(units: Units, digits: number): Decimal {
  return units / (powers[digits] ?? 10 ** digits)
}

/** The one door from numbers that were computed from units: the caller answers for their being whole. */
export function wholeUnits(whole: number): Units {
  return whole as Units
}
