import content0000 from '../../drizzle/content/0000_collections.sql' with { type: 'text' }
import content0001 from '../../drizzle/content/0001_search.sql' with { type: 'text' }
import content0002 from '../../drizzle/content/0002_prose.sql' with { type: 'text' }
import content0003 from '../../drizzle/content/0003_warnings_and_pictures.sql' with { type: 'text' }
import content0004 from '../../drizzle/content/0004_search_by_readers_words.sql' with { type: 'text' }
import content0005 from '../../drizzle/content/0005_links.sql' with { type: 'text' }
import content0006 from '../../drizzle/content/0006_lists_from_indexes.sql' with { type: 'text' }
import content0007 from '../../drizzle/content/0007_moved_pages.sql' with { type: 'text' }
import content0008 from '../../drizzle/content/0008_shown_texts.sql' with { type: 'text' }
import content0009 from '../../drizzle/content/0009_link_words.sql' with { type: 'text' }
import type { Migration } from './migrate.ts'

/**
 * Migrations of `content.db`, in a separate module, because browsers build their offline search index with them, too.
 */
export const contentMigrations: Migration[] = [
  { name: '0000_collections', sql: content0000 },
  { name: '0001_search', sql: content0001 },
  { name: '0002_prose', sql: content0002 },
  { name: '0003_warnings_and_pictures', sql: content0003 },
  { name: '0004_search_by_readers_words', sql: content0004 },
  { name: '0005_links', sql: content0005 },
  { name: '0006_lists_from_indexes', sql: content0006 },
  { name: '0007_moved_pages', sql: content0007 },
  { name: '0008_shown_texts', sql: content0008 },
  { name: '0009_link_words', sql: content0009 },
]
