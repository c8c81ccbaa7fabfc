import type { Role } from '../user.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Lifetimes of sessions, ms: while unused and in total */
const lifetimes = {
  user: { idle: 10 * day, absolute: 30 * day },
  admin: { idle: 12 * hour, absolute: 7 * day },
} satisfies Record<Role, { idle: number; absolute: number }>

export const touchIntervalMs = 5 * minute

export const stepUpValidMs = 15 * minute

const impersonationLifetime = hour

export interface SessionAge {
  createdAt: number
  seenAt: number
  isImpersonated: boolean
}

export function expiryOf({ createdAt, seenAt, isImpersonated }: SessionAge, role: Role): number {
  const { idle, absolute } = lifetimes[role]
  const end = Math.min(seenAt + idle, createdAt + absolute)
  return isImpersonated ? Math.min(end, createdAt + impersonationLifetime) : end
}
