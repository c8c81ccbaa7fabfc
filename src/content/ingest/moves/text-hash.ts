import { createHash } from 'node:crypto'
import type { Locale } from '../../../i18n/locales.ts'

/**
 * Returns a hash of a page's text. It includes the locale, so that a page never counts as moved into the other
 * language.
 */
export function textHash(locale: Locale, text: string): string {
  return createHash('sha256').update(`${locale}\n${text}`).digest('base64url')
}
