import type { Locale } from '../i18n/locales.ts'

export type Role = 'user' | 'admin'

export interface CurrentUser {
  id: string
  login: string
  name: string
  role: Role
  locale: Locale
  accent: string | null
  hasSecondFactor: boolean
}

export function isBanned(user: { status: string; banUntil: number | null }, now: number): boolean {
  return user.status === 'banned' && (user.banUntil === null || user.banUntil > now)
}
