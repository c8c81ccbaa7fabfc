import { and, asc, eq, gt, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { aliasedTable } from 'drizzle-orm/alias'
import type { Db } from '../../db/client.ts'
import { accountWarnings, apiTokens, devices, factorReplacements, passkeys, users } from '../../db/schema/accounts.ts'
import { notices, subscribers } from '../../db/schema/telegram.ts'

/* These queries find security events of people with a linked chat, who get them whatever news they have chosen. */

/** Max events that one query returns */
const most = 100
const day = 24 * 3600_000

const account = { chatId: subscribers.chatId, locale: subscribers.locale, login: users.login }
/** The plus keeps SQLite from using the index of millions of active subscribers: the events lead to the few. */
const isHeard = sql`+${subscribers.state} = 'active'`

/** Returns new devices that nobody has acknowledged; the first device of an account does not count. */
export async function listUnsentDevices(db: Db, since: number) {
  const reason = sql<string>`'device:' || ${devices.userId} || ':' || ${devices.hash} || ':' || ${devices.createdAt}`
  return (
    db.orm
      .select({ ...account, reason, device: devices })
      .from(devices)
      .innerJoin(subscribers, eq(subscribers.userId, devices.userId))
      .innerJoin(users, eq(users.id, devices.userId))
      .leftJoin(notices, eq(notices.reason, reason))
      // The query repeats the condition of the partial index, so that SQLite uses the index.
      .where(and(sql`${devices.isNew} = 1`, gt(devices.createdAt, since), isHeard, isNull(notices.id)))
      .orderBy(asc(devices.createdAt))
      .limit(most)
  )
}

/** Returns bursts of wrong codes: each begins with the first since the owner saw all; a lasting one is sent daily. */
export async function listUnsentCodes(db: Db, since: number, fromCodes: number) {
  const began = sql`${accountWarnings.since} || ':' || (${accountWarnings.lastAt} / ${sql.raw(String(day))})`
  const reason = sql<string>`'codes:' || ${accountWarnings.userId} || ':' || ${began}`
  return db.orm
    .select({ ...account, reason, warning: accountWarnings })
    .from(accountWarnings)
    .innerJoin(subscribers, eq(subscribers.userId, accountWarnings.userId))
    .innerJoin(users, eq(users.id, accountWarnings.userId))
    .leftJoin(notices, eq(notices.reason, reason))
    .where(
      and(
        gt(accountWarnings.lastAt, since),
        gte(accountWarnings.wrongCodes, fromCodes),
        isNotNull(accountWarnings.since),
        isHeard,
        isNull(notices.id),
      ),
    )
    .orderBy(asc(accountWarnings.lastAt))
    .limit(most)
}

export async function listUnsentTokens(db: Db, since: number) {
  const reason = sql<string>`'token:' || ${apiTokens.id}`
  return db.orm
    .select({ ...account, reason, name: apiTokens.name, createdAt: apiTokens.createdAt })
    .from(apiTokens)
    .innerJoin(subscribers, eq(subscribers.userId, apiTokens.userId))
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoin(notices, eq(notices.reason, reason))
    .where(and(gt(apiTokens.createdAt, since), isHeard, isNull(notices.id)))
    .orderBy(asc(apiTokens.createdAt))
    .limit(most)
}

/** Returns added passkeys; a passkey that was removed and added again is reported again. */
export async function listUnsentPasskeys(db: Db, since: number) {
  const reason = sql<string>`'passkey:' || ${passkeys.id} || ':' || ${passkeys.createdAt}`
  return db.orm
    .select({ ...account, reason, name: passkeys.name, createdAt: passkeys.createdAt })
    .from(passkeys)
    .innerJoin(subscribers, eq(subscribers.userId, passkeys.userId))
    .innerJoin(users, eq(users.id, passkeys.userId))
    .leftJoin(notices, eq(notices.reason, reason))
    .where(and(gt(passkeys.createdAt, since), isHeard, isNull(notices.id)))
    .orderBy(asc(passkeys.createdAt))
    .limit(most)
}

/** Returns requests to remove a lost second factor, and approvals of these requests. */
export async function listUnsentReplacements(db: Db, since: number) {
  const { userId, requestedAt, approvedAt, requestedBy } = factorReplacements
  const reason = sql<string>`'factor:' || ${userId} || ':' || ${requestedAt} || ':' || coalesce(${approvedAt}, '')`
  const requester = aliasedTable(users, 'requester')
  return db.orm
    .select({ ...account, reason, approvedAt, requester: requester.login })
    .from(factorReplacements)
    .innerJoin(subscribers, eq(subscribers.userId, userId))
    .innerJoin(users, eq(users.id, userId))
    .innerJoin(requester, eq(requester.id, requestedBy))
    .leftJoin(notices, eq(notices.reason, reason))
    .where(
      and(
        gt(requestedAt, since - day),
        gt(sql`coalesce(${approvedAt}, ${requestedAt})`, since),
        isHeard,
        isNull(notices.id),
      ),
    )
    .orderBy(asc(requestedAt))
    .limit(most)
}
