import type { Context } from 'hono'
import type { PasswordFault } from '../auth/password/password-rules.ts'
import type { AppEnv } from '../http/env.ts'
import { formatSpan, formatTime } from '../i18n/format.ts'
import { type Translate, translator } from '../i18n/translate.ts'

const faults = {
  short: 'auth.faultShort',
  long: 'auth.faultLong',
  common: 'auth.faultCommon',
  login: 'auth.faultLogin',
} as const

export function faultText(t: Translate, fault: PasswordFault): string {
  return t(faults[fault])
}

/** Explains when to try again after too many attempts, and sets `Retry-After` for API clients. */
export function slowDownText(c: Context<AppEnv>, waitMs: number): string {
  c.header('retry-after', String(Math.ceil(waitMs / 1000)))
  return translator(c.var.locale)('auth.slowDown', { when: formatSpan(c.var.locale, waitMs) })
}

export interface Ban {
  reason: string | null
  /** End of the ban, ms UTC; null for a permanent ban */
  until: number | null
}

/** Explains a ban with its end and reason, to users who have entered the right password. */
export function banText(c: Context<AppEnv>, { reason, until }: Ban): string {
  const t = translator(c.var.locale)
  const first = until === null ? t('auth.banned') : t('auth.bannedUntil', { until: formatTime(c.var.locale, until) })
  return reason ? `${first} ${t('auth.bannedReason', { reason })}` : first
}
