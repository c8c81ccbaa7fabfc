import type { Role } from './user.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long a session lives without being used, and at most, ms. */
const lifetimes = {
  user: { idle: 10 * day, absolute: 30 * day },
  admin: { idle: 12 * hour, absolute: 7 * day },
} satisfies Record<Role, { idle: number; absolute: number }>

/** That a session was used is written down no more often than this. */
export const seenEvery = 5 * minute

/** A dangerous act wants its owner to have signed in no longer ago than this. */
export const freshFor = 15 * minute

/** An administrator looks at the site as somebody else for no longer than this. */
const impersonationFor = hour

export interface SessionAge {
  createdAt: number
  seenAt: number
  isImpersonated: boolean
}

/** When a session ends unless it is used again, ms UTC. */
export function endOf({ createdAt, seenAt, isImpersonated }: SessionAge, role: Role): number {
  const { idle, absolute } = lifetimes[role]
  const end = Math.min(seenAt + idle, createdAt + absolute)
  return isImpersonated ? Math.min(end, createdAt + impersonationFor) : end
}
