import { z } from 'zod'
import { readMoment } from '../i18n/moscow-time.ts'

const version = z.coerce.number().int()
/** ID of the newest audit entry when the form was rendered; later entries are changes made meanwhile */
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

/** Parses a date or time in Moscow time to ms UTC; null when empty, NaN when invalid. */
export function readUntil(text: string): number | null {
  const plain = text.trim()
  if (plain === '') return null
  return readMoment(/^\d{4}-\d\d-\d\d$/.test(plain) ? `${plain}T00:00` : plain)
}
