import type { BatchStatement, Db } from '../db/client.ts'
import { type AuditRow, insertAudit, insertAuditIfChanged } from './queries.ts'

/** Everything that is written down, by what it is called in the log. */
export const acts = [
  'session.sign-in',
  'session.sign-out',
  'session.end',
  'session.end-all',
  'session.fresh',
  'user.register',
  'user.create',
  'user.profile',
  'user.password',
  'user.password-reset',
  'user.second-factor-on',
  'user.second-factor-off',
  'user.recovery-codes',
  'user.role',
  'user.ban',
  'user.unban',
  'user.reset-link',
  'user.invite',
  'user.impersonate',
  'user.impersonate-end',
  'users.export',
  'access.refused',
] as const

export type Act = (typeof acts)[number]

export interface Person {
  id: string
  login: string
}

/** Where an act comes from. */
export interface Origin {
  address: string
  requestId: string
}

export interface AuditEntry {
  act: Act
  isSuccess?: boolean
  actor?: Person | undefined
  /** Whom it was done to */
  subject?: Partial<Person> | undefined
  /** What was changed; never a password, a code or a token */
  before?: unknown
  after?: unknown
}

/** A line of the audit log, to be written together with what it tells of. */
export function auditStatement(db: Db, origin: Origin, now: number, entry: AuditEntry): BatchStatement {
  return insertAudit(db, rowOf(origin, now, entry))
}

/** The same for the statement just before it in the batch: when that changed nothing, nothing is written down. */
export function auditIfChanged(db: Db, origin: Origin, now: number, entry: AuditEntry): BatchStatement {
  return insertAuditIfChanged(db, rowOf(origin, now, entry))
}

function rowOf(origin: Origin, now: number, entry: AuditEntry): AuditRow {
  const { act, isSuccess = true, actor, subject, before, after } = entry
  return {
    at: now,
    act,
    isSuccess,
    actorId: actor?.id ?? null,
    actorLogin: actor?.login ?? null,
    subjectId: subject?.id ?? null,
    subjectLogin: subject?.login?.slice(0, 100) ?? null,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    address: origin.address,
    requestId: origin.requestId,
  }
}
