import { and, eq, gt, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import { factorReplacements, users } from '../../db/schema/accounts.ts'
import { forgetDevices } from '../device/device-queries.ts'
import { goesOn } from '../session/end-queries.ts'

export interface TotpRow {
  userId: string
  /** Different at each sealing: the row has it if this act has put it there */
  sealed: string
  step: number
  /** Of the session that asks, where one does */
  sessionId: string | undefined
}

/** Turns the codes of an app on, unless the session that asks has ended meanwhile. */
export function putTotp(db: Db, { userId, sealed, step, sessionId }: TotpRow): BatchStatement<{ id: string }[]> {
  const isGoingOn = sessionId === undefined ? sql`true` : goesOn(sessionId, userId)
  return db.orm.all<{ id: string }>(sql`
    update users set totp_secret = ${sealed}, totp_last_step = ${step} where id = ${userId} and ${isGoingOn} returning id`)
}

/** For the end of the batch of `putTotp`: new recovery codes; programs and devices of before are not trusted any more. */
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

/** Turns the codes of an app off; administrators keep their last second factor. */
export function clearTotp(db: Db, userId: string): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update users set totp_secret = null, totp_last_step = null
    where id = ${userId} and totp_secret is not null
      and (role <> 'admin' or exists (select 1 from passkeys where user_id = ${userId}))
    returning id`)
}

/** Recovery codes stand for a second factor: without any they go. */
export function dropIdleCodes(db: Db, userId: string): BatchStatement {
  return db.orm.run(sql`
    delete from recovery_codes where user_id = ${userId}
      and not exists (select 1 from passkeys where user_id = ${userId})
      and not exists (select 1 from users where id = ${userId} and totp_secret is not null)`)
}

/** For who has just got their first second factor: those with one have codes already. */
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

/** Whether administrators have taken it away. @param since  ms UTC */
export async function wasReplacedSince(db: Db, userId: string, since: number): Promise<boolean> {
  const { approvedAt } = factorReplacements
  const replaced = and(eq(factorReplacements.userId, userId), gt(approvedAt, since))
  return (await db.orm.select({ approvedAt }).from(factorReplacements).where(replaced).limit(1)).length > 0
}

/** The keys of all authenticators, as they are sealed */
export async function listSealed({ orm }: Reader): Promise<string[]> {
  const rows = await orm.all<{ sealed: string }>(
    sql`select totp_secret as sealed from ${users} where totp_secret is not null`,
  )
  return rows.map(({ sealed }) => sealed)
}
