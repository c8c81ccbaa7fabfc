import type { BatchStatement, Db } from '../db/client.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { auditLine } from './audit-line.ts'
import { insertAudit, insertAuditIfChanged } from './queries.ts'

/** Acts of the audit log; a domain adds its own, as `users/audit-acts.ts` does, and `createApp` lists them. */
export interface AuditActs extends Declared<typeof authActs> {}
export type Act = keyof AuditActs

/** By the act's name: one without words in every language does not compile. */
export type ActWords = Readonly<Record<string, MessageKey>>
export type Declared<Acts extends ActWords> = { readonly [Name in keyof Acts]: MessageKey }

export const authActs = {
  'session.sign-in': 'audit.acts.session.sign-in',
  'session.sign-out': 'audit.acts.session.sign-out',
  'session.end': 'audit.acts.session.end',
  'session.end-all': 'audit.acts.session.end-all',
  'session.fresh': 'audit.acts.session.fresh',
  'user.register': 'audit.acts.user.register',
  'user.create': 'audit.acts.user.create',
  'user.profile': 'audit.acts.user.profile',
  'user.password': 'audit.acts.user.password',
  'user.password-reset': 'audit.acts.user.password-reset',
  'user.second-factor-on': 'audit.acts.user.second-factor-on',
  'user.second-factor-off': 'audit.acts.user.second-factor-off',
  'user.recovery-codes': 'audit.acts.user.recovery-codes',
  'token.make': 'audit.acts.token.make',
  'token.revoke': 'audit.acts.token.revoke',
  'user.passkey-add': 'audit.acts.user.passkey-add',
  'user.passkey-remove': 'audit.acts.user.passkey-remove',
  'access.refused': 'audit.acts.access.refused',
} as const satisfies ActWords

export interface Person {
  id: string
  login: string
}

export interface Origin {
  address: string
  requestId: string
}

export interface AuditEntry {
  act: Act
  isSuccess?: boolean
  actor?: Person | undefined
  subject?: Partial<Person> | undefined
  /** JSON values; never a password, a code or a token */
  before?: unknown
  after?: unknown
}

export function auditStatement(db: Db, origin: Origin, now: number, entry: AuditEntry): BatchStatement {
  return insertAudit(db, auditLine(origin, now, entry))
}

/** Only if the statement just before it in the batch has changed a row. */
export function auditIfChanged(db: Db, origin: Origin, now: number, entry: AuditEntry): BatchStatement {
  return insertAuditIfChanged(db, auditLine(origin, now, entry))
}
