import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { devices } from '../../db/schema/accounts.ts'
import type { Visitor } from './device.ts'

export type DeviceRow = typeof devices.$inferSelect

/**
 * Max number of devices per account. The least recently seen device is evicted, but never the first one, which decides
 * about the others.
 */
const maxDevices = 20

export async function knowsDevice(db: Db, userId: string, hash: string): Promise<boolean> {
  const rows = await db.orm
    .select({ hash: devices.hash })
    .from(devices)
    .where(and(eq(devices.userId, userId), eq(devices.hash, hash)))
    .limit(1)
  return rows.length > 0
}

/** Stores a device as new, except the first device of an account: nobody needs a warning about it. */
export function rememberDevice(
  db: Db,
  { userId, hash, now, address, userAgent }: Visitor & { userId: string; hash: string; now: number },
  condition: SQL = sql`true`,
): BatchStatement[] {
  const agent = userAgent.slice(0, 400)
  return [
    db.orm.run(sql`
      insert into devices (user_id, hash, created_at, seen_at, user_agent, address, is_new)
      select ${userId}, ${hash}, ${now}, ${now}, ${agent}, ${address},
        exists (select 1 from devices where user_id = ${userId})
      where ${condition}
      on conflict (user_id, hash) do update
      set seen_at = excluded.seen_at, user_agent = excluded.user_agent, address = excluded.address`),
    db.orm.run(sql`
      delete from devices where user_id = ${userId} and hash not in (
        select hash from devices where user_id = ${userId}
        order by created_at = (select min(created_at) from devices where user_id = ${userId}) desc, seen_at desc, hash
        limit ${maxDevices})`),
  ]
}

/** Forgets all devices without a session. Place it at the end of a batch that ended the other sessions. */
export function forgetDevices(db: Db, userId: string, condition: SQL = sql`true`): BatchStatement {
  return db.orm.run(sql`
    delete from devices where user_id = ${userId} and ${condition} and not exists (select 1 from sessions
      where sessions.user_id = ${userId} and sessions.device = devices.hash)`)
}

/** Lists the devices of a user, newest first */
export async function listDevices(db: Db, userId: string): Promise<DeviceRow[]> {
  return db.orm
    .select()
    .from(devices)
    .where(eq(devices.userId, userId))
    .orderBy(desc(devices.createdAt), desc(devices.hash))
    .limit(maxDevices)
}

export function acknowledgeDevices(db: Db, userId: string, hashes: string[]): BatchStatement {
  return db.orm
    .update(devices)
    .set({ isNew: false })
    .where(and(eq(devices.userId, userId), inArray(devices.hash, hashes)))
}

/** Hides all current warnings on this device. */
export function dismissOn(db: Db, userId: string, hash: string, now: number): BatchStatement {
  return db.orm
    .update(devices)
    .set({ dismissedAt: now })
    .where(and(eq(devices.userId, userId), eq(devices.hash, hash)))
}
