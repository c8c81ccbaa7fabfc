import { storedLocale } from '../i18n/locales.ts'
import type { CurrentUser } from './user.ts'

/** Columns of a user `u` that `currentUserOf` and `banOf` read. TOTP and passkeys both count as a second factor. */
export const userColumnsSql = `
  u.id as userId, u.login, u.name, u.role, u.locale, u.accent, u.status, u.ban_until as banUntil,
  (u.totp_secret is not null or exists (select 1 from passkeys p where p.user_id = u.id)) as hasSecondFactor`

/* Converts the values, because rows of prepared statements are untyped. */

export function currentUserOf(row: Record<string, unknown>): CurrentUser {
  return {
    id: String(row.userId),
    login: String(row.login),
    name: String(row.name),
    role: row.role === 'admin' ? 'admin' : 'user',
    locale: storedLocale(row.locale),
    accent: row.accent === null ? null : String(row.accent),
    hasSecondFactor: row.hasSecondFactor === 1,
  }
}

export function banOf(status: unknown, until: unknown) {
  return { status: String(status), banUntil: until === null ? null : Number(until) }
}

export function bytesOf(value: unknown): Uint8Array {
  return value instanceof ArrayBuffer || value instanceof Uint8Array ? new Uint8Array(value) : new Uint8Array()
}
