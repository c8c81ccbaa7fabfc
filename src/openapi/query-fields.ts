import { z } from 'zod'

/** A query parameter of digits only: no sign, point or space. */
export function wholeNumber(least: number, most: number, expected: string) {
  return z.preprocess(fromDigits, z.int(expected).min(least, expected).max(most, expected))
}

export function fromDigits(text: unknown): unknown {
  return typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text
}
