import { z } from 'zod'
import { readMoment } from '../i18n/moscow-time.ts'

const version = z.coerce.number().int()
/** Id of the newest line of the log when the form was made: what came later has happened meanwhile */
const seen = z.coerce.number().int().catch(0)

export const roleSchema = z.object({ version, seen, role: z.enum(['user', 'admin']) })
export const banSchema = z.object({ version, seen, reason: z.string().max(500), until: z.string().max(40) })
export const unbanSchema = z.object({ version, seen })
export const closureSchema = z.object({ session: z.string().max(100).optional() })

export interface DecisionDraft {
  reason?: string | undefined
  until?: string | undefined
  role?: 'user' | 'admin' | undefined
}

/** A day or a moment of the Moscow clock as ms UTC; null when it is empty, NaN when it is neither. */
export function readUntil(text: string): number | null {
  const plain = text.trim()
  if (plain === '') return null
  return readMoment(/^\d{4}-\d\d-\d\d$/.test(plain) ? `${plain}T00:00` : plain)
}
