import { and, eq, gt, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import { factorReplacements, passkeys, users } from '../../db/schema/accounts.ts'
import { forgetDevices } from '../device/device-queries.ts'
import { sessionExists } from '../session/end-queries.ts'

export interface TotpRow {
  userId: string
  /** Sealed key. It differs at each sealing, so it shows whether the row holds the key that this request has written */
  sealed: string
  step: number
  /** ID of the requesting session, if there is one */
  sessionId: string | undefined
}

/** Turns on codes of an authenticator app, unless the requesting session has ended meanwhile. */
export function putTotp(db: Db, { userId, sealed, step, sessionId }: TotpRow): BatchStatement<{ id: string }[]> {
  const isSessionAlive = sessionId === undefined ? sql`true` : sessionExists(sessionId, userId)
  return db.orm.all<{ id: string }>(sql`
    update users set totp_secret = ${sealed}, totp_last_step = ${step} where id = ${userId} and ${isSessionAlive} returning id`)
}

/** Completes the batch of `putTotp`: writes new recovery codes and revokes the earlier API tokens and devices. */
export function renewAfterTotp(db: Db, { userId, sealed }: TotpRow, hashes: string[]): BatchStatement[] {
  const isOn = sql`exists (select 1 from users where id = ${userId} and totp_secret = ${sealed})`
  return [
    db.orm.run(sql`delete from recovery_codes where user_id = ${userId} and ${isOn}`),
    db.orm.run(sql`
      insert into recovery_codes (hash, user_id)
      select value, ${userId} from json_each(${JSON.stringify(hashes)}) where ${isOn}`),
    db.orm.run(sql`delete from api_tokens where user_id = ${userId} and ${isOn}`),
    forgetDevices(db, userId, isOn),
  ]
}

/** Turns off codes of an authenticator app, except when they are an administrator's last second factor. */
export function clearTotp(db: Db, userId: string): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update users set totp_secret = null, totp_last_step = null
    where id = ${userId} and totp_secret is not null
      and (role <> 'admin' or exists (select 1 from passkeys where user_id = ${userId}))
    returning id`)
}

/** Deletes recovery codes if the user has no second factor left that they could replace. */
export function dropIdleCodes(db: Db, userId: string): BatchStatement {
  return db.orm.run(sql`
    delete from recovery_codes where user_id = ${userId}
      and not exists (select 1 from passkeys where user_id = ${userId})
      and not exists (select 1 from users where id = ${userId} and totp_secret is not null)`)
}

/** Inserts recovery codes together with the first second factor; users who already had one have codes. */
export function insertFirstCodes(
  db: Db,
  { userId, passkeyId, hashes, now }: { userId: string; passkeyId: string; hashes: string[]; now: number },
): BatchStatement<{ hash: string }[]> {
  return db.orm.all<{ hash: string }>(sql`
    insert into recovery_codes (hash, user_id)
    select value, ${userId} from json_each(${JSON.stringify(hashes)})
    where exists (select 1 from passkeys where id = ${passkeyId} and user_id = ${userId} and created_at = ${now})
      and not exists (select 1 from recovery_codes where user_id = ${userId})
    returning hash`)
}

/** Returns whether an administrator has removed the user's second factor since a time. @param since  ms UTC */
export async function wasReplacedSince(db: Db, userId: string, since: number): Promise<boolean> {
  const { approvedAt } = factorReplacements
  const replaced = and(eq(factorReplacements.userId, userId), gt(approvedAt, since))
  return (await db.orm.select({ approvedAt }).from(factorReplacements).where(replaced).limit(1)).length > 0
}

/** Returns the sealed TOTP keys of all users */
export async function listSealed({ orm }: Reader): Promise<string[]> {
  const rows = await orm.all<{ sealed: string }>(
    sql`select totp_secret as sealed from ${users} where totp_secret is not null`,
  )
  return rows.map(({ sealed }) => sealed)
}

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  return db.orm.$count(passkeys, eq(passkeys.userId, userId))
}

export function deletePasskeys(db: Db, userId: string): BatchStatement {
  return db.orm.delete(passkeys).where(eq(passkeys.userId, userId))
}
