import type { Guards } from '../auth/middleware.ts'
import { limitBody } from '../http/body.ts'

/**
 * Returns the first handlers of every route where administrators change something. Max body 16 KB unless `maxBytes` is
 * given.
 */
export function adminChanges({ admin }: Pick<Guards, 'admin'>, maxBytes?: number) {
  return [admin, limitBody(maxBytes)] as const
}

/** Returns the same handlers with step-up authentication, which requires a recent password check. */
export function stepUpAdminChanges({ admin, stepUp }: Pick<Guards, 'admin' | 'stepUp'>) {
  return [admin, stepUp, limitBody()] as const
}
