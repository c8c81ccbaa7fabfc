import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { hasKeyOf } from '../db/keyed-id.ts'
import { priceAlerts } from '../db/schema/watching.ts'
import type { PriceAlert } from './alert.ts'

/** Returns alerts that have not fired, oldest first; with `after`, only alerts with later ids. */
export async function listWaiting(db: Db, after = ''): Promise<PriceAlert[]> {
  return db.orm
    .select()
    .from(priceAlerts)
    .where(and(isNull(priceAlerts.firedAt), gt(priceAlerts.id, after)))
    .orderBy(asc(priceAlerts.id))
}

export async function findWaiting(db: Db, id: string, userId?: string): Promise<PriceAlert | undefined> {
  const isOfUser = userId === undefined ? undefined : eq(priceAlerts.userId, userId)
  const [alert] = await db.orm
    .select()
    .from(priceAlerts)
    .where(and(eq(priceAlerts.id, id), isOfUser, isNull(priceAlerts.firedAt)))
  return alert
}

export async function listAlerts(db: Db, userId: string, limit: number): Promise<PriceAlert[]> {
  return db.orm
    .select()
    .from(priceAlerts)
    .where(eq(priceAlerts.userId, userId))
    .orderBy(desc(priceAlerts.createdAt), desc(priceAlerts.id))
    .limit(limit)
}

/** Returns fired alerts that a user has not seen, oldest first. */
export async function listUnseen(db: Db, userId: string, limit: number): Promise<PriceAlert[]> {
  return db.orm
    .select()
    .from(priceAlerts)
    .where(and(eq(priceAlerts.userId, userId), isNotNull(priceAlerts.firedAt), isNull(priceAlerts.seenAt)))
    .orderBy(asc(priceAlerts.firedAt))
    .limit(limit)
}

/** Maximum number of waiting alerts of a user, and also of that user's fired alerts that are stored */
export const maxAlerts = 50

export type InsertOutcome = 'made' | 'same' | 'too-many'

/** Inserts an alert and drops the oldest fired ones. Refuses a waiting alert without room or with an equal one. */
export async function insertAlert(db: Db, alert: PriceAlert): Promise<InsertOutcome> {
  return putAlert(db, alert)
}

/**
 * Puts an alert in the place of a waiting one of the same user, in one transaction. @returns `gone` if the replaced alert
 * has fired or was deleted meanwhile
 */
export async function replaceAlert(db: Db, replaced: string, alert: PriceAlert): Promise<'made' | 'same' | 'gone'> {
  const outcome = await putAlert(db, alert, replaced)
  return outcome === 'too-many' ? 'gone' : outcome
}

async function putAlert(db: Db, alert: PriceAlert, replaced?: string): Promise<InsertOutcome> {
  const { id, userId, asset, kind, value, basePrice, details, note, createdAt, firedAt, firedPrice, seenAt } = alert
  const { pauseMs, resumesAt, expiresAt } = alert
  // Percentages refer to the price at creation time, so equal alerts have the same base price.
  const isOwn = sql`user_id = ${userId} and fired_at is null and (expires_at is null or expires_at > ${createdAt})`
  const isWaiting = replaced === undefined ? isOwn : sql`${isOwn} and id <> ${replaced}`
  const hasPlace =
    replaced === undefined
      ? sql`(select count(*) from price_alerts where ${isWaiting}) < ${maxAlerts}`
      : sql`exists (select 1 from price_alerts where ${isOwn} and id = ${replaced})`
  const same = sql`select 1 from price_alerts where ${isWaiting} and asset = ${asset} and kind = ${kind}
    and value = ${value} and details is ${details} and (kind <> 'percent' or base_price = ${basePrice})`
  const [known, made] = await db.writeBatch([
    db.orm.all<{ 1: number }>(same),
    db.orm.all<{ id: string }>(sql`
      insert into price_alerts
        (id, user_id, asset, kind, value, base_price, details, note, created_at, fired_at, fired_price, seen_at,
          pause_ms, resumes_at, expires_at)
      select ${id}, ${userId}, ${asset}, ${kind}, ${value}, ${basePrice}, ${details}, ${note}, ${createdAt},
        ${firedAt}, ${firedPrice}, ${seenAt}, ${pauseMs}, ${resumesAt}, ${expiresAt}
      where ${firedAt} is not null or (
        ${hasPlace}
        and not exists (${same}))
        and not exists (${keyed(userId, id)})
      on conflict (id) do nothing
      returning id`),
    db.orm.run(sql`
      delete from price_alerts where user_id = ${userId} and id = ${replaced ?? ''}
        and exists (select 1 from price_alerts where id = ${id})`),
    dropOldest(db, userId, createdAt),
  ])
  if (made.length > 0) return 'made'
  return known.length > 0 ? 'same' : 'too-many'
}

/** Keeps the newest fired and expired alerts of a user. */
function dropOldest(db: Db, userId: string, now: number) {
  const hasEnded = sql`user_id = ${userId} and (fired_at is not null or expires_at <= ${now})`
  return db.orm.run(sql`
    delete from price_alerts where ${hasEnded} and id not in (
      select id from price_alerts where ${hasEnded}
      order by coalesce(fired_at, expires_at) desc, id desc limit ${maxAlerts})`)
}

/** Returns the ID of the alert that was created with the same form key as `id`. */
export async function findKeyedAlert(db: Db, userId: string, id: string): Promise<string | undefined> {
  const [row] = await db.orm.all<{ id: string }>(keyed(userId, id))
  return row?.id
}

function keyed(userId: string, id: string): SQL {
  return sql`select id from ${priceAlerts} where user_id = ${userId} and ${hasKeyOf(priceAlerts.id, id)}`
}

/** Deletes an alert of a user. @returns the deleted alert */
export async function deleteAlert(db: Db, userId: string, id: string): Promise<PriceAlert | undefined> {
  const [gone] = await db.write(async () =>
    db.orm
      .delete(priceAlerts)
      .where(and(eq(priceAlerts.id, id), eq(priceAlerts.userId, userId)))
      .returning(),
  )
  return gone
}

/** Marks an alert as fired. @returns the alert if this call fired it, not an earlier one */
export async function fireAlert(db: Db, id: string, at: number, price: number): Promise<PriceAlert | undefined> {
  const [fired] = await db.write(async () =>
    db.orm
      .update(priceAlerts)
      .set({ firedAt: at, firedPrice: price })
      .where(and(eq(priceAlerts.id, id), isNull(priceAlerts.firedAt)))
      .returning(),
  )
  return fired
}

interface Firing {
  at: number
  price: number
  /** End of the pause that follows, ms UTC */
  resumesAt: number
  /** Time of the write, ms UTC */
  now: number
}

/**
 * Stores a firing of an alert that fires each time as a row of its own, and begins the pause in the same transaction: a
 * crash leaves both or neither. @returns the fired alert, if no other call has fired it meanwhile
 */
export async function fireAgain(
  db: Db,
  alert: Pick<PriceAlert, 'id' | 'userId' | 'resumesAt'>,
  { at, price, resumesAt, now }: Firing,
): Promise<PriceAlert | undefined> {
  const id = Bun.randomUUIDv7('hex', now)
  const isDue = sql`id = ${alert.id} and fired_at is null and resumes_at is ${alert.resumesAt}`
  await db.writeBatch([
    db.orm.run(sql`
      insert into price_alerts (id, user_id, asset, kind, value, base_price, details, note, created_at, fired_at,
        fired_price, seen_at, pause_ms, resumes_at, expires_at)
      select ${id}, user_id, asset, kind, value, base_price, details, note, created_at, ${at}, ${price}, null,
        pause_ms, null, expires_at
      from price_alerts where ${isDue}`),
    db.orm.run(sql`update price_alerts set resumes_at = ${resumesAt} where ${isDue}`),
    dropOldest(db, alert.userId, now),
  ])
  const [fired] = await db.orm.select().from(priceAlerts).where(eq(priceAlerts.id, id))
  return fired
}

export async function markSeen(db: Db, userId: string, ids: string[], now: number): Promise<void> {
  await db.write(async () =>
    db.orm
      .update(priceAlerts)
      .set({ seenAt: now })
      .where(and(eq(priceAlerts.userId, userId), inArray(priceAlerts.id, ids), isNull(priceAlerts.seenAt))),
  )
}

export async function markUnseen(db: Db, userId: string, seenAt: number): Promise<void> {
  await db.write(async () =>
    db.orm
      .update(priceAlerts)
      .set({ seenAt: null })
      .where(and(eq(priceAlerts.userId, userId), eq(priceAlerts.seenAt, seenAt))),
  )
}
