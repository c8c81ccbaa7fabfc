import type { Locale } from '../i18n/locales.ts'

export type Role = 'user' | 'admin'

/** Who is asking, as every page may know it. */
export interface CurrentUser {
  id: string
  login: string
  name: string
  role: Role
  locale: Locale
  /** `#rrggbb`, or null for the product's own colour */
  accent: string | null
  hasSecondFactor: boolean
}

/** Whether a ban is still in force; one with an end is over by itself. */
export function isBanned(user: { status: string; banUntil: number | null }, now: number): boolean {
  return user.status === 'banned' && (user.banUntil === null || user.banUntil > now)
}
