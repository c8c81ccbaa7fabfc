import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isBanned } from '../auth/user.ts'
import type { BatchStatement, Db } from '../db/client.ts'
import { users } from '../db/schema/accounts.ts'
import { screenSettings } from '../db/schema/watching.ts'
import { type Events, topic } from '../events/events.ts'

const settingsChanged = topic(
  'settings-changed',
  z.object({ userId: z.string(), screen: z.enum(['enigma', 'charts', 'app']) }),
)

export type Screen = Exclude<(typeof screenSettings.$inferSelect)['screen'], 'contact' | 'templates'>

/** @returns JSON in the screen's own format; undefined before the user has saved settings */
export async function findSettings(db: Db, userId: string, screen: Screen): Promise<string | undefined> {
  const [row] = await db.orm
    .select({ settings: screenSettings.settings })
    .from(screenSettings)
    .where(and(eq(screenSettings.userId, userId), eq(screenSettings.screen, screen)))
    .limit(1)
  return row?.settings
}

export async function saveSettings(
  { db, events }: { db: Db; events: Pick<Events, 'emit'> },
  userId: string,
  screen: Screen,
  settings: string,
  now: number,
): Promise<void> {
  await db.writeBatch([settingsStatement(db, { userId, screen, settings, updatedAt: now })])
  events.emit(settingsChanged, { userId, screen })
}

/** Returns a statement that stores settings in place of the previous ones. */
function settingsStatement(db: Db, row: typeof screenSettings.$inferInsert): BatchStatement {
  return db.orm
    .insert(screenSettings)
    .values(row)
    .onConflictDoUpdate({
      target: [screenSettings.userId, screenSettings.screen],
      set: { settings: sql`excluded.settings`, updatedAt: row.updatedAt },
    })
}

/**
 * Finds the contact for people who cannot sign in: the last one saved by a present administrator who is not banned. It
 * is stored as a setting of this administrator.
 */
export async function findContact({ db, now }: { db: Db; now(): number }): Promise<string | undefined> {
  const isContact = and(eq(screenSettings.userId, users.id), eq(screenSettings.screen, 'contact'))
  const rows = await db.orm
    .select({ settings: screenSettings.settings, status: users.status, banUntil: users.banUntil })
    .from(users)
    .innerJoin(screenSettings, isContact)
    .where(eq(users.role, 'admin'))
    .orderBy(desc(screenSettings.updatedAt))
  return rows.find((author) => !isBanned(author, now()))?.settings || undefined
}

/** Returns statements that store the contact of an administrator in place of all others. */
export function contactStatements(
  db: Db,
  { userId, contact, updatedAt }: { userId: string; contact: string; updatedAt: number },
): BatchStatement[] {
  const others = db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), ne(users.id, userId)))
  return [
    db.orm
      .delete(screenSettings)
      .where(and(eq(screenSettings.screen, 'contact'), inArray(screenSettings.userId, others))),
    settingsStatement(db, { userId, screen: 'contact', settings: contact, updatedAt }),
  ]
}

/** Sets fields of a screen's settings and keeps the others. */
export async function mergeSettings(
  { db, events }: { db: Db; events: Pick<Events, 'emit'> },
  userId: string,
  screen: Screen,
  fields: object,
  now: number,
): Promise<void> {
  await db.write(async () =>
    db.orm
      .insert(screenSettings)
      .values({ userId, screen, settings: JSON.stringify(fields), updatedAt: now })
      .onConflictDoUpdate({
        target: [screenSettings.userId, screenSettings.screen],
        set: { settings: sql`json_patch(${screenSettings.settings}, excluded.settings)`, updatedAt: now },
      }),
  )
  events.emit(settingsChanged, { userId, screen })
}
