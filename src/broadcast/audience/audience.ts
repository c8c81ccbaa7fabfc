import { z } from 'zod'
import { locales } from '../../i18n/locales.ts'

/** Chats named one by one */
const mostChats = 1000
const longestPeriodDays = 3650

const chatId = z
  .number()
  .int()
  .min(-(2 ** 52))
  .max(2 ** 52)

/** Who gets a broadcast, of those who are subscribed. What is absent does not matter; what is there must all be so. */
export const audienceSchema = z.object({
  locale: z.enum(locales).optional(),
  activeWithinDays: z.number().int().min(1).max(longestPeriodDays).optional(),
  /** Of the linked account */
  role: z.enum(['user', 'admin']).optional(),
  isLinked: z.boolean().optional(),
  clicked: z.object({ broadcast: z.string().max(100), button: z.number().int().min(0).optional() }).optional(),
  chats: z.array(chatId).min(1).max(mostChats).optional(),
})

export type Audience = z.infer<typeof audienceSchema>

/** @param json  as the column has it */
export function readAudience(json: string): Audience {
  return audienceSchema.parse(JSON.parse(json))
}
