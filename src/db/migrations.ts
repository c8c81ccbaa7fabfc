import { contentMigrations } from './content-migrations.ts'
import type { Migration } from './migrate.ts'

/**
 * The SQL files of `drizzle/`, imported so that the single binary carries them. A test holds this list against the
 * folder.
 */
export const migrations: Record<'app' | 'content' | 'market', Migration[]> = {
  app: [],
  content: contentMigrations,
  market: [],
}
