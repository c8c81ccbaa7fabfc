import { z } from 'zod'

const version = z.coerce.number().int()
/** Id of the newest line of the log when the form was made: what came later has happened meanwhile */
const seen = z.coerce.number().int().catch(0)

export const roleSchema = z.object({ version, seen, role: z.enum(['user', 'admin']) })
export const banSchema = z.object({ version, seen, reason: z.string().max(500), until: z.string().max(40) })
export const unbanSchema = z.object({ version, seen })
export const closureSchema = z.object({ session: z.string().max(100).optional() })
export const undoSchema = z.object({ undo: z.string().max(4000) })

/** What somebody had typed, to be shown again beside what is wrong with it. */
export interface DecisionDraft {
  reason?: string | undefined
  until?: string | undefined
  role?: 'user' | 'admin' | undefined
}

/** `2026-11-30T18:00` in Moscow (+3 since 2014) as ms UTC; null when it is empty, NaN when it is no moment. */
export function readMoment(text: string): number | null {
  const plain = text.trim().replace(' ', 'T')
  if (plain === '') return null
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(plain)
    ? Date.parse(plain.length > 10 ? `${plain}:00+03:00` : `${plain}T00:00:00+03:00`)
    : Number.NaN
}

export function writeMoment(time: number | null): string {
  return time === null ? '' : new Date(time + 3 * 3600_000).toISOString().slice(0, 16)
}
