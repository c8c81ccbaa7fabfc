import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { favouriteAssets } from '../db/schema/watching.ts'

/** Returns a user's favorite assets in the order in which they were starred. */
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
