import { z } from 'zod'
import { topic } from '../events/events.ts'
import { alertKinds } from './alert-rule.ts'

export const alertSchema = z.object({
  id: z.string(),
  userId: z.string(),
  asset: z.string(),
  kind: z.enum(alertKinds),
  value: z.number(),
  basePrice: z.number(),
  details: z.string().nullable(),
  note: z.string(),
  createdAt: z.number(),
  firedAt: z.number().nullable(),
  firedPrice: z.number().nullable(),
  seenAt: z.number().nullable(),
  pauseMs: z.number().nullable(),
  resumesAt: z.number().nullable(),
  expiresAt: z.number().nullable(),
})

export const alertCreated = topic('alert-made', alertSchema)
/** Published when a waiting alert was deleted or replaced: it need not be watched any longer. */
export const alertGone = topic('alert-gone', alertSchema)
/** Published by the process whose database write fired the alert. */
export const alertFired = topic('alert-fired', alertSchema)
