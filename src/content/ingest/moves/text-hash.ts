import { createHash } from 'node:crypto'
import type { Locale } from '../../../i18n/locales.ts'

/** Includes the locale, so that a text never moves into the other language. */
export function textHash(locale: Locale, text: string): string {
  return createHash('sha256').update(`${locale}\n${text}`).digest('base64url')
}
