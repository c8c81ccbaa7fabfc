import { z } from 'zod'
import { topic } from '../events/events.ts'

export const alertSchema = z.object({
  id: z.string(),
  userId: z.string(),
  asset: z.string(),
  kind: z.enum(['level', 'percent']),
  value: z.number(),
  basePrice: z.number(),
  note: z.string(),
  createdAt: z.number(),
  firedAt: z.number().nullable(),
  firedPrice: z.number().nullable(),
  seenAt: z.number().nullable(),
})

export const alertCreated = topic('alert-made', alertSchema)
/** Published by the process whose database write fired the alert. */
export const alertFired = topic('alert-fired', alertSchema)
