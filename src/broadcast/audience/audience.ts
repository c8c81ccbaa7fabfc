import { z } from 'zod'
import { locales } from '../../i18n/locales.ts'

/** Max chats that an audience lists by id */
const maxChats = 1000
const maxPeriodDays = 3650

const chatId = z
  .number()
  .int()
  .min(-(2 ** 52))
  .max(2 ** 52)

/** An audience: filters on active subscribers. Absent fields do not filter; all present ones must match. */
export const audienceSchema = z.object({
  locale: z.enum(locales).optional(),
  activeWithinDays: z.number().int().min(1).max(maxPeriodDays).optional(),
  /** Role of the account that is linked with the subscriber */
  role: z.enum(['user', 'admin']).optional(),
  isLinked: z.boolean().optional(),
  clicked: z.object({ broadcast: z.string().max(100), button: z.number().int().min(0).optional() }).optional(),
  chats: z.array(chatId).min(1).max(maxChats).optional(),
})

export type Audience = z.infer<typeof audienceSchema>

/** Parses an audience. @param json  as stored in the column */
export function readAudience(json: string): Audience {
  return audienceSchema.parse(JSON.parse(json))
}

/** Reads chat ids separated by spaces, commas or semicolons, without duplicates; undefined if a part is no id. */
export function readChats(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  if (!parts.every((part) => /^-?\d{1,15}$/.test(part))) return undefined
  return [...new Set(parts.map(Number))]
}
