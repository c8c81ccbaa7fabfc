import { z } from 'zod'
import { writeClock } from '../../i18n/moscow-time.ts'
import { translator } from '../../i18n/translate.ts'
import { faultsOf } from '../../telegram/message/check-message.ts'
import type { Draft } from '../acts/drafts.ts'
import { audienceSchema, readAudience } from '../audience/audience.ts'
import { type BroadcastRow, maxName } from '../broadcast.ts'
import { type BroadcastContent, broadcastContent, readContent } from '../content.ts'
import { abTestHours, abTestPercents } from '../variant-limits.ts'
import { countsClicks, variantFaults } from '../variants.ts'

const minuteOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 22:00')
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

/** Schema of a broadcast file. Unknown keys are refused: a misspelled audience would mean everybody. */
const fileSchema = z.strictObject({
  name: z.string().trim().min(1).max(maxName),
  ...broadcastContent.shape,
  audience: z.strictObject(audienceSchema.shape).default({}),
  onUnknown: z.enum(['hold', 'resend']).default('hold'),
  quietHours: z.strictObject({ from: minuteOfDay, to: minuteOfDay }).optional(),
  /** A/B test of variants: percentage that gets them first, and hours after which the most clicked variant wins */
  trial: z
    .strictObject({
      percent: z.number().int().min(abTestPercents.least).max(abTestPercents.most).default(abTestPercents.usual),
      hours: z.number().int().min(abTestHours.least).max(abTestHours.most).optional(),
    })
    .optional(),
  isPaid: z.boolean().default(false),
  needsApproval: z.boolean().default(false),
})

/** File format of the commands `broadcast import` and `broadcast export` */
export type BroadcastFile = z.input<typeof fileSchema>

export type ReadBroadcastFile =
  | { status: 'read'; draft: Draft }
  /** The file is invalid. `field` is a path such as `buttons.0.1.url`; empty for the whole file */
  | { status: 'invalid'; faults: { field: string; detail: string }[] }

/** Reads a file for `broadcast import` and checks Telegram's limits too. @param json  parsed JSON of any shape */
export function readBroadcastFile(json: unknown): ReadBroadcastFile {
  const parsed = fileSchema.safeParse(json)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), detail: message }))
    return { status: 'invalid', faults }
  }
  const { name, audience, onUnknown, quietHours, trial, isPaid, needsApproval, ...content } = parsed.data
  const t = translator('en')
  const faults = [...faultsOf(content), ...variantFaults(content)].map(({ field, key, params, telegram }) => {
    return { field, detail: [t(key, params), telegram].filter(Boolean).join(' — ') }
  })
  faults.push(...abTestFaults(content, trial))
  if (faults.length > 0) return { status: 'invalid', faults }
  const quiet = { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }
  return {
    status: 'read',
    draft: { name, content, audience, onUnknown, ...quiet, isPaid, needsApproval, ...abTestColumns(content, trial) },
  }
}

type AbTestInput = z.infer<typeof fileSchema>['trial']

function abTestFaults(content: BroadcastContent, trial: AbTestInput) {
  if (!content.variants) return trial ? [{ field: 'trial', detail: 'an A/B test needs `variants`' }] : []
  if (trial?.hours === undefined || countsClicks(content)) return []
  return [{ field: 'trial.hours', detail: 'the winner is chosen by clicks on callback buttons, and there is none' }]
}

function abTestColumns({ variants }: BroadcastContent, trial: AbTestInput) {
  if (!variants) return { trialPercent: null, trialMinutes: null }
  const { percent = abTestPercents.usual, hours } = trial ?? {}
  return { trialPercent: percent, trialMinutes: hours === undefined ? null : hours * 60 }
}

/** Returns a file from which `readBroadcastFile` makes the same draft, whatever the state of the broadcast is. */
export function broadcastFileOf(row: BroadcastRow): BroadcastFile {
  const { name, onUnknown, quietFrom, quietTo, trialPercent, trialMinutes, isPaid, needsApproval } = row
  const hasQuietHours = quietFrom !== null && quietTo !== null
  return {
    name,
    ...readContent(row.content),
    audience: readAudience(row.audience),
    onUnknown,
    ...(hasQuietHours && { quietHours: { from: writeClock(quietFrom), to: writeClock(quietTo) } }),
    ...(trialPercent !== null && {
      trial: { percent: trialPercent, ...(trialMinutes !== null && { hours: Math.round(trialMinutes / 60) }) },
    }),
    isPaid,
    needsApproval,
  }
}
