import content0000 from '../../drizzle/content/0000_collections.sql' with { type: 'text' }
import content0001 from '../../drizzle/content/0001_search.sql' with { type: 'text' }
import type { Migration } from './migrate.ts'

/**
 * The SQL files of `drizzle/`, imported so that the single binary carries them. A test holds this list against the
 * folder.
 */
export const migrations: Record<'app' | 'content' | 'market', Migration[]> = {
  app: [],
  content: [
    { name: '0000_collections', sql: content0000 },
    { name: '0001_search', sql: content0001 },
  ],
  market: [],
}
