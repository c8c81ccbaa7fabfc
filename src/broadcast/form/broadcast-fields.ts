import { readClock, writeClock } from '../../i18n/moscow-time.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { type Audience, audienceSchema } from '../audience/audience.ts'
import { readChats } from '../audience/read-chats.ts'
import { maxName } from '../broadcast.ts'
import type { BroadcastFields } from '../broadcast-queries.ts'
import { type AbTestSettings, abTestValues } from './ab-test-settings.ts'
import { type FieldErrors, type FieldName, type FieldValues, fieldNames } from './field-values.ts'

type ReadFields = Omit<BroadcastFields, 'content' | 'audience' | keyof AbTestSettings> & { audience: Audience }

export interface ParsedFields {
  /** Values of the fields; invalid audience filters and quiet hours are left out */
  fields: ReadFields
  errors: FieldErrors
}

export function parseFields(values: FieldValues): ParsedFields {
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
