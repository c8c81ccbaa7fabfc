import { type Locale, localised } from '../i18n/locales.ts'
import { href, paths } from '../paths.ts'

/** `waiting`: not sent yet, or being sent now; `held`: waits for the winning variant */
export const recipientStates = ['sent', 'failed', 'unknown', 'skipped', 'waiting', 'held', 'cancelled'] as const
export type RecipientState = (typeof recipientStates)[number]

export function recipientsAddress(locale: Locale, id: string, state?: RecipientState): string {
  return localised(locale, href(paths.broadcastRecipients, { id })) + (state ? `?state=${state}` : '')
}
