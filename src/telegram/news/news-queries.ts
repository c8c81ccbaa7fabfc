import { and, asc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { botDrifts, bots } from '../../db/schema/bots.ts'
import { notices, subscribers } from '../../db/schema/telegram.ts'
import { priceAlerts } from '../../db/schema/watching.ts'

/* These queries find events of people who want reports in their chat; only events not reported yet, oldest first. */

/** Max events that one query returns */
const most = 100

const hasReason = (reason: SQL) => eq(notices.reason, reason)
const chat = { chatId: subscribers.chatId, locale: subscribers.locale }
const isActive = eq(subscribers.state, 'active')

export async function listUnsentAlerts(db: Db, since: number) {
  return db.orm
    .select({ ...chat, alert: priceAlerts })
    .from(priceAlerts)
    .innerJoin(subscribers, eq(subscribers.userId, priceAlerts.userId))
    .leftJoin(notices, hasReason(sql`'alert:' || ${priceAlerts.id}`))
    .where(and(gt(priceAlerts.firedAt, since), isActive, eq(subscribers.wantsAlerts, true), isNull(notices.id)))
    .orderBy(asc(priceAlerts.firedAt))
    .limit(most)
}

/** Returns bots that anybody except their owner ended. The minute of the cursor distinguishes one end from the next. */
export async function listUnsentBotEnds(db: Db, since: number) {
  return db.orm
    .select({ ...chat, botId: bots.id, userId: bots.userId, state: bots.state, why: bots.reason, cursor: bots.cursor })
    .from(bots)
    .innerJoin(subscribers, eq(subscribers.userId, bots.userId))
    .leftJoin(notices, hasReason(sql`'bot-end:' || ${bots.id} || ':' || ${bots.cursor}`))
    .where(
      and(
        inArray(bots.state, ['halted', 'error']),
        gt(bots.updatedAt, since),
        isActive,
        eq(subscribers.wantsReports, true),
        isNull(notices.id),
      ),
    )
    .orderBy(asc(bots.updatedAt))
    .limit(most)
}

/** Returns reports of drift checks that have finished. */
export async function listUnsentDriftReports(db: Db, since: number) {
  return db.orm
    .select({ ...chat, botId: bots.id, userId: bots.userId, drift: botDrifts })
    .from(botDrifts)
    .innerJoin(bots, eq(bots.id, botDrifts.botId))
    .innerJoin(subscribers, eq(subscribers.userId, bots.userId))
    .leftJoin(notices, hasReason(sql`'drift:' || ${botDrifts.botId} || ':' || ${botDrifts.checkedAt}`))
    .where(
      and(
        gt(botDrifts.checkedAt, since),
        gt(botDrifts.until, -1),
        isNotNull(bots.userId),
        isActive,
        eq(subscribers.wantsReports, true),
        isNull(notices.id),
      ),
    )
    .orderBy(asc(botDrifts.checkedAt))
    .limit(most)
}
