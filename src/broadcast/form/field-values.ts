import type { MessageKey } from '../../i18n/translate.ts'

/* Fields of a broadcast's form around the message. Values are as typed. */

export const fieldNames = [
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
