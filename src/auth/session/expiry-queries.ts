import { asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { accountLinks, sessions, users } from '../../db/schema/accounts.ts'
import { expiryOf } from './session-rules.ts'

/** Number of rows per statement, so that other queries wait a few milliseconds at most. */
const batchSize = 500
const bulk = { lane: 'bulk' } as const
/** Retention of used links, ms, for investigations. */
const usedLinksFor = 24 * 60 * 60_000

export interface ExpiredSessions {
  ids: string[]
  last: string | undefined
}

/** Reads one batch of sessions by ID, starting after `after`; `endOf` decides which of them have expired. */
export async function findExpiredSessions(db: Db, now: number, after = ''): Promise<ExpiredSessions> {
  const rows = await db.orm
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      impersonatorId: sessions.impersonatorId,
      role: users.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(gt(sessions.id, after))
    .orderBy(asc(sessions.id))
    .limit(batchSize)
  const ids = rows
    .filter(
      ({ role, impersonatorId, ...age }) => expiryOf({ ...age, isImpersonated: impersonatorId !== null }, role) <= now,
    )
    .map(({ id }) => id)
  return { ids, last: rows.length < batchSize ? undefined : rows.at(-1)?.id }
}

export async function deleteExpiredLinks(db: Db, now: number): Promise<boolean> {
  const isOver = or(lte(accountLinks.expiresAt, now), lte(accountLinks.usedAt, now - usedLinksFor))
  const some = db.orm.select({ hash: accountLinks.hash }).from(accountLinks).where(isOver).limit(batchSize)
  const gone = await db.write(
    async () => db.orm.delete(accountLinks).where(inArray(accountLinks.hash, some)).returning(),
    bulk,
  )
  return gone.length === batchSize
}

/**
 * Deletes a batch of audit entries before `keptSince`, ms UTC. Triggers forbid the deletion except between the `open`
 * statements.
 */
export async function deleteOldAudit(db: Db, keptSince: number): Promise<boolean> {
  const open = (since: number) =>
    db.orm.run(sql`
      insert into audit_retention (id, kept_since) values (1, ${since})
      on conflict (id) do update set kept_since = excluded.kept_since`)
  const [, gone] = await db.writeBatch(
    [
      open(keptSince),
      db.orm.all<{ id: number }>(sql`
        delete from audit_log where id in (
          select id from audit_log where at < ${keptSince} order by at limit ${batchSize})
        returning id`),
      open(0),
    ],
    bulk,
  )
  return gone.length === batchSize
}
