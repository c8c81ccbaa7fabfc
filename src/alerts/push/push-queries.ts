import { and, asc, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { priceAlerts, pushedAlerts, pushSubscriptions } from '../../db/schema/watching.ts'
import type { PushSubscription } from './push-subscription.ts'

/** Max browsers of a user that show alerts; a further one replaces the oldest */
const maxSubscriptions = 10

/** Adds a browser, or moves it to another user or session. */
export async function putSubscription(db: Db, subscription: typeof pushSubscriptions.$inferInsert): Promise<void> {
  const { endpoint, userId, ...more } = subscription
  const isOwn = sql`user_id = ${userId}`
  await db.writeBatch([
    // The new owner starts without the sent alerts of the former one.
    db.orm.delete(pushSubscriptions).where(and(eq(pushSubscriptions.endpoint, endpoint), sql`not ${isOwn}`)),
    db.orm
      .insert(pushSubscriptions)
      .values(subscription)
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { ...more, createdAt: sql`${pushSubscriptions.createdAt}` },
      }),
    db.orm.run(sql`
      delete from push_subscriptions where ${isOwn} and endpoint not in (
        select endpoint from push_subscriptions where ${isOwn} order by created_at desc limit ${maxSubscriptions})`),
  ])
}

/** @param userId  only a subscription of this user */
export async function deleteSubscription(db: Db, endpoint: string, userId?: string): Promise<void> {
  const isOfUser = userId === undefined ? undefined : eq(pushSubscriptions.userId, userId)
  await db.write(() => db.orm.delete(pushSubscriptions).where(and(eq(pushSubscriptions.endpoint, endpoint), isOfUser)))
}

export interface UnpushedAlert {
  subscription: PushSubscription
  alert: typeof priceAlerts.$inferSelect
}

/**
 * Returns alerts fired after `since` that a browser of their owner has not shown and nobody has seen, page by page: what a
 * push service does not accept must not keep back the rest.
 */
export async function* listUnpushed(db: Db, since: number): AsyncGenerator<UnpushedAlert[]> {
  let after: UnpushedAlert | undefined
  do {
    const page = await readPage(db, since, after)
    if (page.length > 0) yield page
    after = page.length < pageLength ? undefined : page.at(-1)
  } while (after)
}

const pageLength = 100

async function readPage(db: Db, since: number, after: UnpushedAlert | undefined): Promise<UnpushedAlert[]> {
  const isPushed = and(eq(pushedAlerts.endpoint, pushSubscriptions.endpoint), eq(pushedAlerts.alertId, priceAlerts.id))
  return db.orm
    .select({ subscription: pushSubscriptions, alert: priceAlerts })
    .from(priceAlerts)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, priceAlerts.userId))
    .leftJoin(pushedAlerts, isPushed)
    .where(
      and(
        gt(priceAlerts.firedAt, since),
        gte(priceAlerts.firedAt, pushSubscriptions.createdAt),
        isNull(priceAlerts.seenAt),
        isNull(pushedAlerts.alertId),
        after &&
          sql`(${priceAlerts.id}, ${pushSubscriptions.endpoint}) > (${after.alert.id}, ${after.subscription.endpoint})`,
      ),
    )
    .orderBy(asc(priceAlerts.id), asc(pushSubscriptions.endpoint))
    .limit(pageLength)
}

export async function markPushed(db: Db, endpoint: string, alertId: string): Promise<void> {
  // The alert or the browser may have been deleted meanwhile, so the row is made only if both exist.
  await db.write(() =>
    db.orm.run(sql`
      insert into pushed_alerts (endpoint, alert_id)
      select s.endpoint, a.id from push_subscriptions as s, price_alerts as a
      where s.endpoint = ${endpoint} and a.id = ${alertId}
      on conflict do nothing`),
  )
}
