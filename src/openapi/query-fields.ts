import { z } from 'zod'

/** Of a query: digits alone, no sign, no point, no space. */
export function wholeNumber(least: number, most: number, expected: string) {
  return z.preprocess(fromDigits, z.int(expected).min(least, expected).max(most, expected))
}

export function fromDigits(text: unknown): unknown {
  return typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text
}
