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

/** Inserts an alert and drops the oldest fired ones. Refuses a waiting alert without room or with an equal one. */
export async function insertAlert(db: Db, alert: PriceAlert): Promise<'made' | 'same' | 'too-many'> {
  const { id, userId, asset, kind, value, basePrice, note, createdAt, firedAt, firedPrice, seenAt } = alert
  // Percentages refer to the price at creation time, so equal alerts have the same base price.
  const same = sql`select 1 from price_alerts where user_id = ${userId} and fired_at is null and asset = ${asset}
    and kind = ${kind} and value = ${value} and (kind = 'level' or base_price = ${basePrice})`
  const [known, made] = await db.writeBatch([
    db.orm.all<{ 1: number }>(same),
    db.orm.all<{ id: string }>(sql`
      insert into price_alerts
        (id, user_id, asset, kind, value, base_price, note, created_at, fired_at, fired_price, seen_at)
      select ${id}, ${userId}, ${asset}, ${kind}, ${value}, ${basePrice}, ${note}, ${createdAt}, ${firedAt},
        ${firedPrice}, ${seenAt}
      where ${firedAt} is not null or (
        (select count(*) from price_alerts where user_id = ${userId} and fired_at is null) < ${maxAlerts}
        and not exists (${same}))
        and not exists (${keyed(userId, id)})
      on conflict (id) do nothing
      returning id`),
    db.orm.run(sql`
      delete from price_alerts where user_id = ${userId} and fired_at is not null and id not in (
        select id from price_alerts where user_id = ${userId} and fired_at is not null
        order by fired_at desc, id desc limit ${maxAlerts})`),
  ])
  if (made.length > 0) return 'made'
  return known.length > 0 ? 'same' : 'too-many'
}

/** Whether an alert exists that was created with the same form key as `id` */
export async function hasKeyedAlert(db: Db, userId: string, id: string): Promise<boolean> {
  const [row] = await db.orm.all<{ has: number }>(sql`select exists (${keyed(userId, id)}) as has`)
  return row?.has === 1
}

function keyed(userId: string, id: string): SQL {
  return sql`select 1 from ${priceAlerts} where user_id = ${userId} and ${hasKeyOf(priceAlerts.id, id)}`
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
