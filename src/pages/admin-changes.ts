import type { Guards } from '../auth/middleware.ts'
import { limitBody } from '../http/body.ts'

/** First handlers of every route by which administrators change something; bodies have 16 KB unless `maxBytes` is given. */
export function adminChanges({ admin }: Pick<Guards, 'admin'>, maxBytes?: number) {
  return [admin, limitBody(maxBytes)] as const
}

/** The same for what nobody may do from a window left open: asks for the password again unless it was given lately. */
export function freshAdminChanges({ admin, fresh }: Pick<Guards, 'admin' | 'fresh'>) {
  return [admin, fresh, limitBody()] as const
}
