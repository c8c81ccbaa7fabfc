import type { Db } from '../../db/client.ts'
import { confirmAbsence } from '../../db/read-latest.ts'
import { ignoreUnwritable } from '../../db/unwritable.ts'
import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import type { Person } from '../audit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { Visitor } from '../device/device.ts'
import type { Condition } from '../queries.ts'
import { hashToken, isSame, randomToken } from '../secrets/token.ts'
import { banOf, bytesOf, currentUserOf } from '../stored-user.ts'
import { type CurrentUser, isBanned } from '../user.ts'
import { writeSessionEnd } from './end-sessions.ts'
import { insertSession, sessionSql } from './session-queries.ts'
import { expiryOf, stepUpValidMs, touchIntervalMs } from './session-rules.ts'
import { createTouch } from './touch.ts'

export interface Session {
  id: string
  user: CurrentUser
  /** The actor for the audit log: the user, or the administrator who impersonates the user */
  actor: Person
  /** Time when the user last authenticated, ms UTC */
  provenAt: number
  impersonatorId: string | null
  /** `hash` of the device on which the session began */
  device: string | null
  /** Whether to warn the user about failed attempts and new devices; never true during impersonation */
  hasWarnings: boolean
  /** Number of fired alerts that the user has not seen */
  unseenAlerts: number
}

export interface Sessions {
  /** Returns undefined when the cookie is forged, the session ended or expired, or the user is banned. */
  check(token: string, now: number): Promise<Session | undefined>
}

/**
 * Opens the session check. Follows the guide of Lucia's author: the cookie is `id.secret`; the DB stores a hash,
 * useless to attackers.
 */
export function openSessions(deps: Pick<AuthDeps, 'db' | 'events'> & { log: Pick<Logger, 'error'> }): Sessions {
  const { db } = deps
  const touch = createTouch(db, createBackground(deps.log))
  const readSession = db.readOne(sessionSql)
  return {
    check: async (token, now) => {
      const [id = '', secret = ''] = token.split('.')
      const row = await confirmAbsence(() => readSession(id))
      if (!row || !isSame(hashToken(secret), bytesOf(row.secretHash))) return undefined
      const age = {
        createdAt: Number(row.createdAt),
        seenAt: Number(row.seenAt),
        isImpersonated: row.impersonatorId !== null,
      }
      const user = currentUserOf(row)
      if (
        expiryOf(age, user.role) <= now ||
        isBanned(banOf(row.status, row.banUntil), now) ||
        !mayImpersonate(row, now)
      ) {
        // Treats the session as ended even if the database cannot be written.
        await writeSessionEnd(deps, (end) => [end({ sessionIds: [id] })]).catch(ignoreUnwritable)
        return undefined
      }
      if (age.seenAt + touchIntervalMs <= now) touch(id, user.id, now)
      const impersonatorId = row.impersonatorId === null ? null : String(row.impersonatorId)
      const device = row.device === null ? null : String(row.device)
      const hasWarnings = row.hasWarnings === 1 && impersonatorId === null
      const actor = impersonatorId === null ? user : { id: impersonatorId, login: String(row.impersonatorLogin) }
      const unseenAlerts = Number(row.unseenAlerts)
      return { id, user, actor, provenAt: Number(row.provenAt), impersonatorId, device, hasWarnings, unseenAlerts }
    },
  }
}

export interface NewSession extends Visitor {
  userId: string
  now: number
  impersonatorId?: string | undefined
  /**
   * ID of the impersonator's own session, ended by the previous statement; if it was already gone, no session is
   * inserted
   */
  begunIn?: string | undefined
  /** Condition of the insert; defaults to `always`, or to `if-changed` with `begunIn` */
  condition?: Condition
  provenAt?: number | undefined
  /** `hash` of the device on which the session begins */
  device?: string | undefined
}

export function newSession(db: Db, request: NewSession) {
  const { userId, now, address, userAgent, impersonatorId, begunIn, provenAt = now, device } = request
  const { condition = begunIn === undefined ? 'always' : 'if-changed' } = request
  const [id, secret] = [randomToken(16), randomToken(32)]
  const row = {
    id,
    userId,
    secretHash: hashToken(secret),
    createdAt: now,
    seenAt: now,
    provenAt,
    userAgent: userAgent.slice(0, 400),
    address,
    impersonatorId: impersonatorId ?? null,
    begunIn: begunIn ?? null,
    device: device ?? null,
  }
  const statement = insertSession(db, row, condition)
  return { id, token: `${id}.${secret}`, statement }
}

export function hasRecentProof({ provenAt }: Session, now: number): boolean {
  return provenAt + stepUpValidMs > now
}

/** Returns whether the impersonator is still an administrator and not banned. */
function mayImpersonate(row: Record<string, unknown>, now: number): boolean {
  if (row.impersonatorId === null) return true
  return row.impersonatorRole === 'admin' && !isBanned(banOf(row.impersonatorStatus, row.impersonatorBanUntil), now)
}
