declare const scaled: unique symbol

/** An integer count of the instrument's smallest steps, for exact sums: 9875520 is 98755.20 with two digits. */
export type Units = number & { readonly [scaled]: true }

/** A decimal number for display and for external output: any number except `Units`. */
export type Decimal = number & { readonly [scaled]?: never }

export interface Digits {
  /** Prices are whole multiples of 10^-priceDigits of the quote currency */
  priceDigits: number
  /** Volumes are whole multiples of 10^-volumeDigits of the base currency */
  volumeDigits: number
}

/** Maximum value: float64 preserves any decimal of up to fifteen digits, so values are output exactly as received. */
export const maxUnits = 10 ** 15 - 1
/** Maximum volume of a minute: the volumes of all minutes of a day can be summed exactly. */
export const maxVolumeUnits = Math.floor(Number.MAX_SAFE_INTEGER / 1440)

export interface ReadUnits {
  units: Units
  /** False if the text has more decimals than `digits`; the value is then rounded to the nearest step, halves up. */
  isExact: boolean
}

/** Parses a decimal. Returns undefined if the text is not a decimal number, is negative, or exceeds `maxUnits`. */
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

/** Converts a number close to a multiple of 10^-digits, as a float64 is for decimals of up to fifteen digits. */
export function nearestUnits(decimal: Decimal, digits: number): Units {
  return wholeUnits(Math.round(decimal * 10 ** digits))
}

/** Powers of ten, precomputed because a page of candles needs five thousand divisions. */
const powers = Array.from({ length: 16 }, (_, digits) => 10 ** digits)

/** Converts units to the nearest float64, which prints as the same decimal. */
export function toDecimal(units: Units, digits: number): Decimal {
  return units / (powers[digits] ?? 10 ** digits)
}

/** Brands an integer as `Units`, the only such cast; the caller guarantees that the number is an integer. */
export function wholeUnits(whole: number): Units {
  return whole as Units
}
