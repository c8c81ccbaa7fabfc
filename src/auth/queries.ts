import { and, eq, exists, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../db/client.ts'
import { accountLinks, auditLog, recoveryCodes, users } from '../db/schema/accounts.ts'

export type UserRow = typeof users.$inferSelect
export type LinkRow = typeof accountLinks.$inferSelect
export type AuditRow = typeof auditLog.$inferInsert

/** Runs unconditionally; only if the previous statement in the batch changed a row; or only if the SQL is true. */
export type Condition = 'always' | 'if-changed' | SQL

export function conditionSql(condition: Condition): SQL {
  if (condition === 'always') return sql`true`
  return condition === 'if-changed' ? sql`changes() > 0` : condition
}

export async function findUserByLogin(db: Db, loginKey: string): Promise<UserRow | undefined> {
  return firstUser(db, eq(users.loginKey, loginKey))
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return firstUser(db, eq(users.id, id))
}

async function firstUser(db: Db, condition: SQL): Promise<UserRow | undefined> {
  const [row] = await db.orm.select().from(users).where(condition).limit(1)
  return row
}

export async function listAccounts(db: Db): Promise<UserRow[]> {
  return db.orm.select().from(users).orderBy(users.id)
}

export type NewUserRow = Pick<
  UserRow,
  'id' | 'login' | 'loginKey' | 'name' | 'locale' | 'role' | 'passwordHash' | 'createdAt'
>

/**
 * Inserts a user unless the login or its confusable counterpart exists. One statement, so that requests cannot race.
 */
export function insertUser(db: Db, row: NewUserRow, confusable: string | undefined): BatchStatement {
  const changedAt = row.passwordHash === null ? null : row.createdAt
  return db.orm.run(sql`
    insert into users (id, login, login_key, name, locale, role, password_hash, password_changed_at, created_at)
    select ${row.id}, ${row.login}, ${row.loginKey}, ${row.name}, ${row.locale}, ${row.role}, ${row.passwordHash},
      ${changedAt}, ${row.createdAt}
    where not exists (select 1 from users where login_key = ${confusable ?? null})
    on conflict do nothing`)
}

export function updateUser(db: Db, id: string, set: Partial<UserRow>, condition?: SQL): BatchStatement {
  return db.orm
    .update(users)
    .set(set)
    .where(and(eq(users.id, id), condition))
}

/** Replaces the password unless it was changed since `user` was read or `condition` is false. A rehash omits `now`. */
export function replacePassword(
  db: Db,
  { id, passwordHash: before, passwordChangedAt }: UserRow,
  { hash, now, condition = 'always' }: { hash: string; now?: number; condition?: Condition | undefined },
): BatchStatement<{ id: string }[]> {
  return db.orm.all<{ id: string }>(sql`
    update users set password_hash = ${hash}, password_changed_at = ${now ?? passwordChangedAt}
    where id = ${id} and password_hash is ${before} and ${conditionSql(condition)} returning id`)
}

/** Returns an SQL condition: this is the user's current password hash. */
export function hasHash(id: string, hash: string): SQL {
  return sql`exists (select 1 from users where id = ${id} and password_hash = ${hash})`
}

/**
 * Returns an SQL condition: the password was not changed since `user` was read; a rehash of the same password does not
 * count.
 */
export function hasPasswordOf({ id, passwordChangedAt }: UserRow): SQL {
  return sql`exists (select 1 from users where id = ${id} and password_changed_at is ${passwordChangedAt})`
}

/** Returns an SQL condition: the password was changed since `user` was read. */
export function lacksPasswordOf(user: UserRow): SQL {
  return sql`not ${hasPasswordOf(user)}`
}

/** Claims a TOTP step, which is valid only once. @returns whether the step was unused */
export async function claimTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const fresh = or(isNull(users.totpLastStep), sql`${users.totpLastStep} < ${step}`)
  const rows = await db.write(() =>
    db.orm
      .update(users)
      .set({ totpLastStep: step })
      .where(and(eq(users.id, userId), fresh))
      .returning({ id: users.id }),
  )
  return rows.length > 0
}

export async function claimRecoveryCode(db: Db, userId: string, hash: string, now: number): Promise<boolean> {
  const rows = await db.write(() =>
    db.orm
      .update(recoveryCodes)
      .set({ usedAt: now })
      .where(and(eq(recoveryCodes.hash, hash), eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
      .returning({ hash: recoveryCodes.hash }),
  )
  return rows.length > 0
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.orm.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
}

export function replaceRecoveryCodes(db: Db, userId: string, hashes: string[]): BatchStatement[] {
  const remove = db.orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return hashes.length > 0
    ? [remove, db.orm.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, userId })))]
    : [remove]
}

export function insertLink(db: Db, row: Omit<LinkRow, 'failures' | 'usedAt'>): BatchStatement {
  return db.orm.insert(accountLinks).values(row)
}

export function deleteLinks(
  db: Db,
  kind: LinkRow['kind'],
  userId: string | null,
  condition: SQL = sql`true`,
): BatchStatement {
  const owner = userId === null ? isNull(accountLinks.userId) : eq(accountLinks.userId, userId)
  return db.orm.delete(accountLinks).where(and(eq(accountLinks.kind, kind), owner, condition))
}

/** Deletes all links of this kind and user except the `most` newest. */
export function deleteSurplusLinks(
  db: Db,
  { kind, userId }: Pick<LinkRow, 'kind' | 'userId'>,
  most: number,
): BatchStatement {
  return db.orm.run(sql`
    delete from account_links where user_id is ${userId} and kind = ${kind} and hash not in (
      select hash from account_links where user_id is ${userId} and kind = ${kind}
      order by created_at desc, rowid desc limit ${most})`)
}

export async function findLink(db: Db, kind: LinkRow['kind'], hash: string, now: number): Promise<LinkRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(accountLinks)
    .where(usable(kind, hash, now))
    .limit(1)
  return row
}

/** Claims a link. Claiming one setup link uses up all setup links. @returns the link, only for the first caller */
export async function claimLink(
  db: Db,
  kind: LinkRow['kind'],
  hash: string,
  now: number,
): Promise<LinkRow | undefined> {
  const asked = usable(kind, hash, now)
  const isUsable = exists(db.orm.select({ hash: accountLinks.hash }).from(accountLinks).where(asked))
  const taken = kind === 'setup' ? and(eq(accountLinks.kind, kind), isNull(accountLinks.usedAt), isUsable) : asked
  const rows = await db.write(() => db.orm.update(accountLinks).set({ usedAt: now }).where(taken).returning())
  return rows.find((row) => row.hash === hash)
}

export function countFailure(db: Db, hash: string): BatchStatement {
  return db.orm
    .update(accountLinks)
    .set({ failures: sql`${accountLinks.failures} + 1` })
    .where(eq(accountLinks.hash, hash))
}

const maxFailures = 5

function usable(kind: LinkRow['kind'], hash: string, now: number) {
  return and(
    eq(accountLinks.hash, hash),
    eq(accountLinks.kind, kind),
    isNull(accountLinks.usedAt),
    gt(accountLinks.expiresAt, now),
    sql`${accountLinks.failures} < ${maxFailures}`,
  )
}

/** Inserts an audit row, or counts the act on an existing row with the same `repeatKey`. */
export function insertAudit(db: Db, row: AuditRow): BatchStatement {
  return db.orm
    .insert(auditLog)
    .values(row)
    .onConflictDoUpdate({ target: auditLog.repeatKey, set: { count: sql`${auditLog.count} + 1` } })
}

export function insertAuditIfChanged(db: Db, row: AuditRow): BatchStatement {
  return db.orm.run(sql`
    insert into audit_log (at, act, is_success, actor_id, actor_login, subject_id, subject_login, before, after, address,
      request_id, repeat_key)
    select ${row.at}, ${row.act}, ${Number(row.isSuccess)}, ${row.actorId}, ${row.actorLogin}, ${row.subjectId}, ${row.subjectLogin},
      ${row.before}, ${row.after}, ${row.address}, ${row.requestId}, ${row.repeatKey}
    where changes() > 0
    on conflict (repeat_key) do update set count = count + 1`)
}
