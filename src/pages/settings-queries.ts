import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { screenSettings } from '../db/schema/watching.ts'
import { type Events, topic } from '../events/events.ts'

const settingsChanged = topic(
  'settings-changed',
  z.object({ userId: z.string(), screen: z.enum(['enigma', 'charts', 'app']) }),
)

export type Screen = (typeof screenSettings.$inferSelect)['screen']

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
  await db.write(async () =>
    db.orm
      .insert(screenSettings)
      .values({ userId, screen, settings, updatedAt: now })
      .onConflictDoUpdate({
        target: [screenSettings.userId, screenSettings.screen],
        set: { settings: sql`excluded.settings`, updatedAt: now },
      }),
  )
  events.emit(settingsChanged, { userId, screen })
}
