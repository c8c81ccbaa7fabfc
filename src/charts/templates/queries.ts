import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { screenSettings } from '../../db/schema/watching.ts'

/** The row in which a user's templates are stored, like the settings of a screen */
const screen = 'templates'

/** @returns the templates as JSON and their version; undefined before the user has saved any */
export async function findTemplates(db: Db, userId: string) {
  const [row] = await db.orm
    .select({ settings: screenSettings.settings, version: screenSettings.updatedAt })
    .from(screenSettings)
    .where(and(eq(screenSettings.userId, userId), eq(screenSettings.screen, screen)))
    .limit(1)
  return row
}

interface SavedTemplates {
  userId: string
  settings: string
  /** Version on which the change is based; 0 before the first save */
  seen: number
  version: number
}

/** Stores templates in place of a version. @returns false if there is another version meanwhile */
export async function putTemplates(db: Db, { userId, settings, seen, version }: SavedTemplates): Promise<boolean> {
  const rows = await db.write(async () =>
    db.orm
      .insert(screenSettings)
      .values({ userId, screen, settings, updatedAt: version })
      .onConflictDoUpdate({
        target: [screenSettings.userId, screenSettings.screen],
        set: { settings: sql`excluded.settings`, updatedAt: version },
        setWhere: eq(screenSettings.updatedAt, seen),
      })
      .returning({ userId: screenSettings.userId }),
  )
  return rows.length > 0
}
