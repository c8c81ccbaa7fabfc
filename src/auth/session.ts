import type { Db } from '../db/client.ts'
import { isLocale } from '../i18n/locales.ts'
import { deleteSession, insertSession, sessionSql, touchSession } from './queries.ts'
import { endOf, freshFor, seenEvery } from './session-rules.ts'
import { hashToken, isSame, randomToken } from './token.ts'
import { type CurrentUser, isBanned } from './user.ts'

/** A session that was just checked. */
export interface Session {
  id: string
  user: CurrentUser
  /** ms UTC at which its owner last proved who they are */
  provenAt: number
  /** The administrator who looks at the site as this user */
  impersonatorId: string | null
}

/** Where a session comes from. */
export interface Visitor {
  address: string
  userAgent: string
}

export interface Sessions {
  /** The session a cookie stands for; nothing when it is forged, ended, too old or its owner is banned. */
  check(token: string, now: number): Promise<Session | undefined>
}

/**
 * Follows the guide of Lucia's author: a cookie is `id.secret`, the database knows the secret's hash only, so that who
 * reads the database cannot sign in with it.
 */
export function openSessions(db: Db): Sessions {
  const readSession = db.readOne(sessionSql)
  return {
    check: async (token, now) => {
      const [id = '', secret = ''] = token.split('.', 2)
      if (!id || !secret) return undefined
      const row = await readSession(id)
      if (!row || !isSame(hashToken(secret), bytesOf(row.secretHash))) return undefined
      const age = {
        createdAt: Number(row.createdAt),
        seenAt: Number(row.seenAt),
        isImpersonated: row.impersonatorId !== null,
      }
      const user = userOf(row)
      const ban = { status: String(row.status), banUntil: row.banUntil === null ? null : Number(row.banUntil) }
      if (endOf(age, user.role) <= now || isBanned(ban, now)) {
        await db.writeBatch([deleteSession(db, id)])
        return undefined
      }
      if (age.seenAt + seenEvery <= now) await db.writeBatch(touchSession(db, id, user.id, now))
      const impersonatorId = row.impersonatorId === null ? null : String(row.impersonatorId)
      return { id, user, provenAt: Number(row.provenAt), impersonatorId }
    },
  }
}

export interface NewSession extends Visitor {
  userId: string
  now: number
  impersonatorId?: string | undefined
  /** When its owner proved who they are, ms UTC; now unless given */
  provenAt?: number | undefined
}

/** A session to be written with whatever made it, and the cookie that stands for it, which nobody can read later. */
export function newSession(db: Db, request: NewSession) {
  const { userId, now, address, userAgent, impersonatorId, provenAt = now } = request
  const [id, secret] = [randomToken(16), randomToken(32)]
  const statement = insertSession(db, {
    id,
    userId,
    secretHash: hashToken(secret),
    createdAt: now,
    seenAt: now,
    provenAt,
    userAgent: userAgent.slice(0, 400),
    address,
    impersonatorId: impersonatorId ?? null,
  })
  return { id, token: `${id}.${secret}`, statement }
}

/** Whether the session's owner proved who they are recently enough for a dangerous act. */
export function isFresh({ provenAt }: Session, now: number): boolean {
  return provenAt + freshFor > now
}

function userOf(row: Record<string, unknown>): CurrentUser {
  const locale = String(row.locale)
  return {
    id: String(row.userId),
    login: String(row.login),
    name: String(row.name),
    role: row.role === 'admin' ? 'admin' : 'user',
    locale: isLocale(locale) ? locale : 'ru',
    accent: row.accent === null ? null : String(row.accent),
    hasSecondFactor: row.hasSecondFactor === 1,
  }
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return value instanceof Uint8Array ? value : new Uint8Array()
}
