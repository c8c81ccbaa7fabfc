import type { BatchStatement, Db } from '../db/client.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { cutJson, cutText } from './audit-text.ts'
import { type AuditRow, insertAudit, insertAuditIfChanged } from './queries.ts'
import { hashToken } from './secrets/token.ts'

const minute = 60_000

/** Acts of the audit log. Each domain adds its own acts, as `users/audit-acts.ts` does, and `createApp` lists them. */
export interface AuditActs extends DeclaredActs<typeof authActs> {}
type Act = keyof AuditActs

/** Message keys by act name. An act without a message in every language does not compile. */
export type ActMessages = Readonly<Record<string, MessageKey>>
export type DeclaredActs<Acts extends ActMessages> = { readonly [Name in keyof Acts]: MessageKey }

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
  'user.password-link': 'audit.acts.user.password-link',
  'user.second-factor-on': 'audit.acts.user.second-factor-on',
  'user.second-factor-off': 'audit.acts.user.second-factor-off',
  'user.recovery-codes': 'audit.acts.user.recovery-codes',
  'token.make': 'audit.acts.token.make',
  'token.revoke': 'audit.acts.token.revoke',
  'user.passkey-add': 'audit.acts.user.passkey-add',
  'user.passkey-remove': 'audit.acts.user.passkey-remove',
  'access.refused': 'audit.acts.access.refused',
} as const satisfies ActMessages

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
  /** JSON values before and after the act; never a password, a code or a token */
  before?: unknown
  after?: unknown
}

export function auditStatement(db: Db, origin: Origin, now: number, entry: AuditEntry): BatchStatement {
  return insertAudit(db, auditLine(origin, now, entry))
}

/** Writes the audit entry only if the previous statement in the batch changed a row. */
export function auditIfChanged(db: Db, origin: Origin, now: number, entry: AuditEntry): BatchStatement {
  return insertAuditIfChanged(db, auditLine(origin, now, entry))
}

/**
 * Builds the stored row of an audit entry: texts are cut, and repeatable acts get a key under which repeats are
 * counted.
 */
export function auditLine(origin: Origin, now: number, entry: AuditEntry): AuditRow {
  const { act, isSuccess = true, actor, subject, before, after } = entry
  return {
    at: now,
    act,
    isSuccess,
    actorId: actor?.id ?? null,
    actorLogin: cutText(actor?.login) ?? null,
    subjectId: subject?.id ?? null,
    subjectLogin: cutText(subject?.login) ?? null,
    before: cutJson(before),
    after: cutJson(after),
    address: cutText(origin.address),
    requestId: cutText(origin.requestId),
    repeatKey: repeatKeyOf(origin, now, entry) ?? null,
  }
}

/** Number of groups into which networks of refused requests are hashed: an IPv6 /48 alone contains 65,536 networks. */
const networkGroups = 16

/**
 * Returns the key that merges repeats within one minute. Refusals and acts on one's own account can repeat endlessly.
 */
function repeatKeyOf({ address }: Origin, now: number, entry: AuditEntry): string | undefined {
  const { act, isSuccess = true, actor, subject, before, after } = entry
  const isOwn = actor !== undefined && actor.id === subject?.id && before === undefined && after === undefined
  if (isSuccess && !isOwn) return undefined
  const who = [actor?.id, subject?.id].join(' ')
  const minuteOf = Math.floor(now / minute)
  // Counts refused access per person, because the same person may try any path from any network.
  if (act === 'access.refused') return [act, minuteOf, who].join(' ')
  const network = networkOf(address)
  return [act, isSuccess, minuteOf, who, isSuccess ? cutText(network) : groupOf(network), cutJson(after)].join(' ')
}

function groupOf(network: string): number {
  return hashToken(network).readUInt8() % networkGroups
}
