import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { favouriteAssets, screenSettings } from '../../db/schema/watching.ts'

export type Screen = (typeof screenSettings.$inferSelect)['screen']

/** What one person has given a star, in the order in which they did. */
export async function listFavourites(db: Db, userId: string): Promise<string[]> {
  const rows = await db.orm
    .select({ asset: favouriteAssets.asset })
    .from(favouriteAssets)
    .where(eq(favouriteAssets.userId, userId))
    .orderBy(asc(favouriteAssets.createdAt))
    .limit(1000)
  return rows.map(({ asset }) => asset)
}

export async function addFavourite(db: Db, userId: string, asset: string, now: number): Promise<void> {
  await db.write(async () =>
    db.orm.insert(favouriteAssets).values({ userId, asset, createdAt: now }).onConflictDoNothing(),
  )
}

export async function removeFavourite(db: Db, userId: string, asset: string): Promise<void> {
  await db.write(async () =>
    db.orm.delete(favouriteAssets).where(and(eq(favouriteAssets.userId, userId), eq(favouriteAssets.asset, asset))),
  )
}

/** How a screen looks for one person, as its form was kept; nothing before they have chosen. */
export async function findSettings(db: Db, userId: string, screen: Screen): Promise<string | undefined> {
  const [row] = await db.orm
    .select({ settings: screenSettings.settings })
    .from(screenSettings)
    .where(and(eq(screenSettings.userId, userId), eq(screenSettings.screen, screen)))
    .limit(1)
  return row?.settings
}

/** @param settings  JSON */
export async function saveSettings(db: Db, userId: string, screen: Screen, settings: string, now: number) {
  await db.write(async () =>
    db.orm
      .insert(screenSettings)
      .values({ userId, screen, settings, updatedAt: now })
      .onConflictDoUpdate({
        target: [screenSettings.userId, screenSettings.screen],
        set: { settings: sql`excluded.settings`, updatedAt: now },
      }),
  )
}
