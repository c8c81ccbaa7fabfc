import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/client.ts'
import type { Events } from '../../events/events.ts'
import { writeSessionEnd } from './end-sessions.ts'
import { deleteExpiredLinks, deleteOldAudit, findExpiredSessions } from './session-queries.ts'

export interface ExpiryDeps {
  db: Db
  events: Pick<Events, 'emit'>
  now(): number
}

/**
 * Ends expired sessions whose cookie never comes back. If a cookie comes back, the request that sends it ends its
 * expired session.
 */
export async function expireSessions({ db, events, now }: ExpiryDeps): Promise<void> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const { ids, last } = await findExpiredSessions(db, now(), after)
    // The rows read are still valid, because an expired session is never touched again.
    if (ids.length > 0) await writeSessionEnd({ db, events }, (end) => [end({ sessionIds: ids })], { lane: 'bulk' })
    after = last
    // Lets requests run between two batches.
    await setImmediate()
  }
}

export async function expireLinks({ db, now }: Pick<ExpiryDeps, 'db' | 'now'>): Promise<void> {
  while (await deleteExpiredLinks(db, now())) await setImmediate()
}

const day = 24 * 60 * 60_000

/** Deletes old audit entries. @param days  retention; 0 keeps them forever */
export async function expireAudit({ db, now }: Pick<ExpiryDeps, 'db' | 'now'>, days: number): Promise<void> {
  if (days === 0) return
  while (await deleteOldAudit(db, now() - days * day)) await setImmediate()
}
