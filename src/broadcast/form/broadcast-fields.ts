import { readClock, writeClock } from '../../i18n/moscow-time.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import type { Draft } from '../acts/drafts.ts'
import { type Audience, audienceSchema, readChats } from '../audience/audience.ts'
import { type BroadcastRow, maxName } from '../broadcast.ts'
import type { BroadcastFields } from '../broadcast-queries.ts'
import type { BroadcastContent, ContentProblem } from '../content.ts'
import type { TemplateChoice } from '../editor/change-form.ts'
import { changeField, variantTextsIn, withVariants } from '../editor/message-form.ts'
import { readMessageFields } from '../editor/read-message.ts'
import { abTestHours, abTestPercents } from '../variant-limits.ts'
import { countsClicks, variantProblems } from '../variants.ts'

/* Fields of a broadcast's form around the message. Values are as typed. */

const fieldNames = [
  'name',
  'locale',
  'active',
  'linked',
  'role',
  'clicked',
  'clickedButton',
  'chats',
  'onUnknown',
  'quietFrom',
  'quietTo',
  'isPaid',
  'needsApproval',
  'trialPercent',
  'trialHours',
] as const
export type FieldName = (typeof fieldNames)[number]

export type FieldValues = Partial<Record<FieldName, string>>
export type FieldErrors = Partial<Record<FieldName, MessageKey>>

type ReadFields = Omit<BroadcastFields, 'content' | 'audience' | keyof AbTestSettings> & { audience: Audience }

interface ParsedFields {
  /** Values of the fields; invalid audience filters and quiet hours are left out */
  fields: ReadFields
  errors: FieldErrors
}

function parseFields(values: FieldValues): ParsedFields {
  const errors: FieldErrors = {}
  const name = (values.name ?? '').trim()
  if (name === '') errors.name = 'broadcast.form.nameMissing'
  if (Array.from(name).length > maxName) errors.name = 'broadcast.form.nameTooLong'
  const audience = readAudienceFields(values, errors)
  const quiet = readQuiet(values, errors)
  const onUnknown = values.onUnknown === 'resend' ? 'resend' : 'hold'
  const switches = { isPaid: values.isPaid === 'on', needsApproval: values.needsApproval === 'on' }
  return { fields: { name, audience, onUnknown, ...quiet, ...switches }, errors }
}

export function readAudienceFields(values: FieldValues, errors: FieldErrors = {}): Audience {
  const part = (key: keyof Audience, field: FieldName, value: unknown, error: MessageKey) => {
    if (value === undefined) return {}
    const parsed = audienceSchema.safeParse({ [key]: value })
    if (parsed.success) return parsed.data
    errors[field] = error
    return {}
  }
  const { locale, active = '', linked, role, clicked, clickedButton = '', chats = '' } = values
  const broadcast = clicked?.trim()
  const button = clickedButton.trim() === '' ? undefined : Number(clickedButton) - 1
  const list = chats.trim() === '' ? undefined : (readChats(chats) ?? 'no chats')
  const days = active.trim() === '' ? undefined : Number(active)
  return {
    ...part('locale', 'locale', locale || undefined, 'broadcast.form.anyLocale'),
    ...part('activeWithinDays', 'active', days, 'broadcast.form.activeWrong'),
    ...part('isLinked', 'linked', linked ? linked === 'yes' : undefined, 'broadcast.form.anyLinked'),
    ...part('role', 'role', role || undefined, 'broadcast.form.anyRole'),
    ...part('clicked', 'clickedButton', broadcast ? { broadcast, button } : undefined, 'broadcast.form.buttonWrong'),
    ...part('chats', 'chats', list, 'broadcast.form.chatsWrong'),
  }
}

function readQuiet({ quietFrom = '', quietTo = '' }: FieldValues, errors: FieldErrors) {
  const none = { quietFrom: null, quietTo: null }
  if (quietFrom.trim() === '' && quietTo.trim() === '') return none
  const [from, to] = [readClock(quietFrom), readClock(quietTo)]
  if (from !== null && to !== null && from !== to) return { quietFrom: from, quietTo: to }
  errors.quietFrom = 'broadcast.form.quietWrong'
  return none
}

type StoredFields = Omit<BroadcastFields, 'content' | 'audience'>

export function valuesOf(row: StoredFields, audience: Audience): FieldValues {
  const { locale, activeWithinDays, isLinked, role, clicked, chats } = audience
  return {
    name: row.name,
    locale: locale ?? '',
    active: activeWithinDays === undefined ? '' : String(activeWithinDays),
    linked: isLinked === undefined ? '' : isLinked ? 'yes' : 'no',
    role: role ?? '',
    clicked: clicked?.broadcast ?? '',
    clickedButton: clicked?.button === undefined ? '' : String(clicked.button + 1),
    chats: chats?.join(', ') ?? '',
    onUnknown: row.onUnknown,
    quietFrom: writeClock(row.quietFrom),
    quietTo: writeClock(row.quietTo),
    isPaid: row.isPaid ? 'on' : '',
    needsApproval: row.needsApproval ? 'on' : '',
    ...abTestValues(row),
  }
}

/** Max length of a field's value, characters: enough for a thousand chat ids */
const maxValue = 20_000

export function valuesIn(sent: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = [sent[name]].flat().at(-1)
      return typeof value === 'string' ? [[name, value.slice(0, maxValue)]] : []
    }),
  )
}

type AbTestSettings = Pick<BroadcastRow, 'trialPercent' | 'trialMinutes'>

/** Without variants there is no A/B test, whatever the fields say. */
function readAbTest(values: FieldValues, content: BroadcastContent, errors: FieldErrors): AbTestSettings {
  if (!content.variants) return { trialPercent: null, trialMinutes: null }
  const { trialPercent = '', trialHours: hours = '' } = values
  const percent = wholeIn(trialPercent, abTestPercents)
  if (percent === undefined) errors.trialPercent = 'broadcast.variants.percentWrong'
  const isByHand = hours.trim() === ''
  const after = isByHand ? undefined : wholeIn(hours, abTestHours)
  if (!isByHand && after === undefined) errors.trialHours = 'broadcast.variants.hoursWrong'
  if (!isByHand && !countsClicks(content)) errors.trialHours = 'broadcast.variants.noClicks'
  return { trialPercent: percent ?? abTestPercents.usual, trialMinutes: after === undefined ? null : after * 60 }
}

function abTestValues({ trialPercent, trialMinutes }: AbTestSettings): FieldValues {
  return {
    trialPercent: trialPercent === null ? '' : String(trialPercent),
    trialHours: trialMinutes === null ? '' : String(Math.round(trialMinutes / 60)),
  }
}

function wholeIn(text: string, { least, most }: { least: number; most: number }): number | undefined {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}

export interface SubmittedForm {
  /** Draft with all fields; a field that is invalid in the form is empty */
  draft: Draft
  values: FieldValues
  errors: FieldErrors
  problems: ContentProblem[]
  /** Whether the form is only to be shown again, not saved */
  isChange: boolean
  isFaulty: boolean
}

/** Reads the form of a broadcast. @param sent  as returned by `readForm` */
export function readBroadcastForm(sent: Record<string, unknown>, templates: readonly TemplateChoice[]): SubmittedForm {
  const values = valuesIn(sent)
  const { fields, errors } = parseFields(values)
  const message = readMessageFields(sent, templates)
  const { isChange } = message
  const content = withVariants(message.content, variantTextsIn(sent))
  const abTest = readAbTest(values, content, errors)
  const problems = isChange ? message.problems : [...message.problems, ...variantProblems(content)]
  const isFaulty = Object.keys(errors).length > 0 || problems.some(({ isNote }) => !isNote)
  const shown = isChange ? {} : errors
  return {
    draft: { ...fields, ...abTest, content },
    values,
    errors: shown,
    problems,
    isChange: isChange || changeField in sent,
    isFaulty,
  }
}
