import { and, asc, eq, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { passkeys } from '../../db/schema/accounts.ts'
import { forgetDevices } from '../device/device-queries.ts'
import { hashToken } from '../secrets/token.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** Max number of passkeys per account */
export const maxPasskeys = 10

export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.orm.select().from(passkeys).where(eq(passkeys.id, id)).limit(1)
  return row
}

/** Lists the passkeys of a user, oldest first */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.orm
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(maxPasskeys)
}

export interface UsedChallenge {
  challenge: string
  userId: string
  now: number
  /** Time after which the challenge is invalid anyway, ms UTC */
  expiresAt: number
}

/** Max remembered correct answers per user */
const maxAnswers = 50

/** Claims a challenge, which is valid only once: changes a row only for the first caller. */
export function claimChallenge(db: Db, { challenge, userId, now, expiresAt }: UsedChallenge): BatchStatement {
  const key = hashToken(`passkey ${challenge}`).toString('hex')
  return db.orm.run(sql`
    insert into account_links (hash, kind, user_id, created_at, expires_at, used_at)
    select ${key}, 'passkey', ${userId}, ${now}, ${expiresAt}, ${now}
    where (select count(*) from account_links where user_id = ${userId} and kind = 'passkey'
      and expires_at > ${now}) < ${maxAnswers}
    on conflict (hash) do nothing`)
}

/**
 * Counts one use of a passkey, directly after `claimChallenge`, unless the challenge was used or the counter did not
 * grow.
 */
export function countUse(
  db: Db,
  { id, userId }: Pick<PasskeyRow, 'id' | 'userId'>,
  counter: number,
  now: number,
): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and user_id = ${userId} and changes() > 0
      and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`)
}

/**
 * Inserts a passkey, directly after `claimChallenge`, unless the challenge was used, the passkey is registered already,
 * the user has too many passkeys, or the requesting session has ended meanwhile.
 */
export function insertPasskey(db: Db, row: PasskeyRow, sessionId: string): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
    select ${row.id}, ${row.userId}, ${row.name}, ${row.publicKey}, ${row.counter}, ${row.transports}, ${row.createdAt}
    where changes() > 0 and (select count(*) from passkeys where user_id = ${row.userId}) < ${maxPasskeys}
      and exists (select 1 from sessions where id = ${sessionId} and user_id = ${row.userId})
    on conflict (id) do nothing returning id`)
}

/** Revokes earlier API tokens and devices once the passkey has been added. */
export function revokeEarlierAccess(db: Db, { id, userId, createdAt }: PasskeyRow): BatchStatement[] {
  const isAdded = sql`exists (select 1 from passkeys
    where id = ${id} and user_id = ${userId} and created_at = ${createdAt})`
  return [
    db.orm.run(sql`delete from api_tokens where user_id = ${userId} and ${isAdded}`),
    forgetDevices(db, userId, isAdded),
  ]
}

export function renamePasskey(db: Db, userId: string, id: string, name: string): BatchStatement {
  return db.orm
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
}

/** Deletes a passkey, except when it is an administrator's last second factor. */
export function deletePasskey(db: Db, userId: string, id: string): BatchStatement<{ name: string }[]> {
  return db.orm.all<{ name: string }>(sql`
    delete from passkeys where id = ${id} and user_id = ${userId} and exists (select 1 from users
      where users.id = ${userId} and (role <> 'admin' or totp_secret is not null
        or exists (select 1 from passkeys other where other.user_id = ${userId} and other.id <> ${id})))
    returning name`)
}
