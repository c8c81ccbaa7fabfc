import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { locales } from '../../i18n/locales.ts'

/* Reader feedback on the documentation, as anonymous counts. Times are ms UTC. */

export const pageVotes = sqliteTable(
  'page_votes',
  {
    /** Path of the page: `/en/docs/start` */
    path: text('path').primaryKey(),
    helpful: integer('helpful').notNull(),
    unhelpful: integer('unhelpful').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [index('page_votes_last').on(table.lastAt)],
)

export const missedQueries = sqliteTable(
  'missed_queries',
  {
    locale: text('locale', { enum: locales }).notNull(),
    /** Lower case, one space between words */
    query: text('query').notNull(),
    times: integer('times').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locale, table.query] }),
    index('missed_queries_last').on(table.locale, table.lastAt),
  ],
)
