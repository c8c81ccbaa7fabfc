import { decimalSeparators, type Locale } from './locales.ts'

/**
 * Reads a number as people type it: `65 000,5`, `65,000.5`, `−5`, `+5 %`. Where the decimal separator is a comma, one
 * comma before three digits is it.
 */
export function readNumber(locale: Locale, text: string): number | undefined {
  const plain = text
    .replace(/[\s\u00a0\u202f%']/g, '')
    .replace(/[−–]/g, '-')
    .replace(/^\+/, '')
  const unified = isGrouped(locale, plain) ? plain.replaceAll(',', '') : plain.replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,12})?$/.test(unified) ? Number(unified) : undefined
}

function isGrouped(locale: Locale, text: string): boolean {
  const groups = /^-?[1-9]\d{0,2}((,\d{3})+)(\.\d+)?$/.exec(text)
  if (!groups) return false
  const [, commas = '', , decimals] = groups
  return decimalSeparators[locale] === '.' || commas.length > 4 || decimals !== undefined
}

/** Writes a number as programs do, without exponents: `65000.5`. */
export function plainNumber(value: number): string {
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 })
}
