import { eq, sql } from 'drizzle-orm'
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
