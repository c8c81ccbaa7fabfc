import { z } from 'zod'
import { translator } from '../../i18n/translate.ts'
import { faultsOf } from '../../telegram/message/check-message.ts'
import { messageContent } from '../../telegram/message/content.ts'
import type { Draft } from '../acts/drafts.ts'
import { audienceSchema } from '../audience/audience.ts'
import { longestName } from '../broadcast.ts'

const minuteOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 22:00')
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

/** A name that is not known is refused: a misspelt audience would be everybody. */
const fileSchema = z.strictObject({
  name: z.string().trim().min(1).max(longestName),
  ...messageContent.shape,
  audience: z.strictObject(audienceSchema.shape).default({}),
  onUnknown: z.enum(['hold', 'resend']).default('hold'),
  /** Of Moscow */
  quietHours: z.strictObject({ from: minuteOfDay, to: minuteOfDay }).optional(),
  isPaid: z.boolean().default(false),
  needsApproval: z.boolean().default(false),
})

export type ReadBroadcastFile =
  | { status: 'read'; draft: Draft }
  /** `field` is a path such as `buttons.0.1.url`; empty for all of the file */
  | { status: 'invalid'; faults: { field: string; detail: string }[] }

/** What a file for `broadcast import` says, checked by what Telegram takes too. @param json  parsed, of any shape */
export function readBroadcastFile(json: unknown): ReadBroadcastFile {
  const parsed = fileSchema.safeParse(json)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), detail: message }))
    return { status: 'invalid', faults }
  }
  const { name, audience, onUnknown, quietHours, isPaid, needsApproval, ...content } = parsed.data
  const t = translator('en')
  const faults = faultsOf(content).map(({ field, key, params, telegram }) => {
    return { field, detail: [t(key, params), telegram].filter(Boolean).join(' — ') }
  })
  if (faults.length > 0) return { status: 'invalid', faults }
  const quiet = { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }
  return {
    status: 'read',
    draft: { name, content, audience, onUnknown, ...quiet, isPaid, needsApproval },
  }
}
