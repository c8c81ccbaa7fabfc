import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { accountWarnings } from '../../db/schema/accounts.ts'

/**
 * Limit of codes: ten attempts in an hour at most. Stored in the database, so that neither a restart nor a second
 * process allows more.
 */
const codeBucket = { burst: 5, everyMs: 12 * 60_000 }

/**
 * Margin above a full bucket, ms. A value beyond this margin means that the clock was set back; the clocks of machines
 * differ by less.
 */
const maxAheadMs = 3_600_000

/**
 * Takes one attempt from the account's code bucket before the code is checked. @returns the wait in ms; 0 if there is
 * none
 */
export async function takeCode(db: Db, userId: string, now: number): Promise<number> {
  const { burst, everyMs } = codeBucket
  const room = (burst - 1) * everyMs
  const farthest = now + burst * everyMs + maxAheadMs
  const rows = await db.write(async () =>
    db.orm.all<{ userId: string }>(sql`
      insert into account_warnings (user_id, codes_empty_at) values (${userId}, ${now + everyMs})
      on conflict (user_id) do update set codes_empty_at = min(max(codes_empty_at, ${now}), ${now + room}) + ${everyMs}
      where codes_empty_at <= ${now + room} or codes_empty_at > ${farthest}
      returning user_id as userId`),
  )
  if (rows.length > 0) return 0
  const [row] = await db.orm.select().from(accountWarnings).where(eq(accountWarnings.userId, userId)).limit(1)
  return Math.max(1, (row?.codesEmptyAt ?? 0) - room - now)
}

/** Gives the attempt back after a correct code. */
export function returnCode(db: Db, userId: string): BatchStatement {
  const { everyMs } = codeBucket
  return db.orm.run(
    sql`update account_warnings set codes_empty_at = codes_empty_at - ${everyMs} where user_id = ${userId}`,
  )
}

export type WarningRow = typeof accountWarnings.$inferSelect

/** Numbers of attempts from which the owner is warned: fewer attempts are usually the owner's own mistakes. */
export const warningThresholds = { passwords: 5, codes: 3 }

const exceedsThreshold = (row: string) =>
  `(${row}.wrong_passwords >= ${warningThresholds.passwords} or ${row}.wrong_codes >= ${warningThresholds.codes})`

/**
 * Returns whether there is a warning, as SQL for a session `s`, its user `u` and its `device`. Needs two primary key
 * lookups.
 */
export const hasWarningsSql = `
  (exists (select 1 from account_warnings w
      where w.user_id = u.id and ${exceedsThreshold('w')} and (device.hash is null or w.last_at > device.dismissed_at))
    or exists (select 1 from devices d
      where d.user_id = u.id and d.is_new = 1 and d.hash is not s.device
        and (device.hash is null or d.created_at > device.dismissed_at)))`

/** Counts a wrong password or code from an unknown device; does nothing if the login does not exist. */
export function countWrongAttempt(
  db: Db,
  userId: string,
  what: 'password' | 'code',
  { address, now }: { address: string; now: number },
): BatchStatement {
  const [passwords, codes] = what === 'password' ? [1, 0] : [0, 1]
  return db.orm.run(sql`
    insert into account_warnings (user_id, wrong_passwords, wrong_codes, since, last_at, last_address)
    select id, ${passwords}, ${codes}, ${now}, ${now}, ${address} from users where id = ${userId}
    on conflict (user_id) do update set wrong_passwords = wrong_passwords + ${passwords},
      wrong_codes = wrong_codes + ${codes}, since = coalesce(since, ${now}), last_at = ${now}, last_address = ${address}`)
}

const nothing = { wrongPasswords: 0, wrongCodes: 0, since: null, lastAt: null, lastAddress: null }

/** Resets the counters after a successful sign-in, unless they have reached the warning threshold. */
export function resetWrongAttempts(db: Db, userId: string, condition: SQL): BatchStatement {
  return db.orm.run(sql`
    update account_warnings set wrong_passwords = 0, wrong_codes = 0, since = null
    where user_id = ${userId} and ${condition} and since is not null and not ${sql.raw(exceedsThreshold('account_warnings'))}`)
}

export function acknowledgeWarnings(db: Db, userId: string): BatchStatement {
  return db.orm.update(accountWarnings).set(nothing).where(eq(accountWarnings.userId, userId))
}

/**
 * Finds a warning to show. @param dismissedAt  time up to which the requesting device has dismissed all warnings, ms
 * UTC
 */
export async function findWarning(db: Db, userId: string, dismissedAt: number): Promise<WarningRow | undefined> {
  const [row] = await db.orm.select().from(accountWarnings).where(eq(accountWarnings.userId, userId)).limit(1)
  if (!row || row.lastAt === null || row.lastAt <= dismissedAt) return undefined
  return row.wrongPasswords >= warningThresholds.passwords || row.wrongCodes >= warningThresholds.codes
    ? row
    : undefined
}
