import { z } from 'zod'

export const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an address such as https://kurs.example' })

export const databaseUrl = z
  .string()
  .regex(/^(file:|libsql:\/\/|https?:\/\/)/, 'expected file:…, libsql://… or http(s)://…')

export const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no'], 'expected 1 or 0')
  .default('0')
  .transform((value) => ['1', 'true', 'yes'].includes(value))

export function wholeNumber(least: number, most: number, kind = 'a whole number') {
  const problem = `expected ${kind}, ${least}–${most}`
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem)
}

/** @param most  characters */
export function shortText(most: number) {
  return z.string().trim().max(most, `expected at most ${most} characters`)
}
