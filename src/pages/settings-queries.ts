import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { BatchStatement, Db } from '../db/client.ts'
import { users } from '../db/schema/accounts.ts'
import { screenSettings } from '../db/schema/watching.ts'
import { type Events, topic } from '../events/events.ts'

const settingsChanged = topic(
  'settings-changed',
  z.object({ userId: z.string(), screen: z.enum(['enigma', 'charts', 'app']) }),
)

export type Screen = Exclude<(typeof screenSettings.$inferSelect)['screen'], 'contact'>

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

/** Returns a statement that stores settings in place of the previous ones, for a batch with related statements. */
export function settingsStatement(db: Db, row: typeof screenSettings.$inferInsert): BatchStatement {
  return db.orm
    .insert(screenSettings)
    .values(row)
    .onConflictDoUpdate({
      target: [screenSettings.userId, screenSettings.screen],
      set: { settings: sql`excluded.settings`, updatedAt: row.updatedAt },
    })
}

/**
 * Finds whom people can ask who cannot sign in: the contact that a present administrator has saved last. It is stored
 * as a setting of this administrator.
 */
export async function findContact(db: Db): Promise<string | undefined> {
  const isContact = and(eq(screenSettings.userId, users.id), eq(screenSettings.screen, 'contact'))
  const [row] = await db.orm
    .select({ settings: screenSettings.settings })
    .from(users)
    .innerJoin(screenSettings, isContact)
    .where(eq(users.role, 'admin'))
    .orderBy(desc(screenSettings.updatedAt))
    .limit(1)
  return row?.settings || undefined
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
