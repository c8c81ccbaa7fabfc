import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/* What prices did. Everything here can be fetched or computed again. */

/**
 * Candles of all timeframes. Those of one minute are what the feed told, the current one included, which is overwritten
 * while it lasts; the longer ones follow from them when a minute has ended. Longer candles take a quarter of the room, and
 * reading them costs a tenth of putting them together each time. The table is WITHOUT ROWID: its key is where a row lies.
 */
export const candles = sqliteTable(
  'candles',
  {
    asset: text('asset').notNull(),
    /** Minutes: a `Timeframe` */
    tf: integer('tf').notNull(),
    /** ms UTC */
    openTime: integer('open_time').notNull(),
    open: real('open').notNull(),
    high: real('high').notNull(),
    low: real('low').notNull(),
    close: real('close').notNull(),
    /** In the base currency, rounded to the instrument's step */
    volume: real('volume').notNull(),
    /** Of longer candles: whether all minutes are there and closed */
    isClosed: integer('is_closed', { mode: 'boolean' }).notNull(),
    /** When the source said so, ms UTC */
    time: integer('time').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.tf, table.openTime] })],
)

/** Spans the source itself has no candles for: nobody asks again. */
export const gaps = sqliteTable(
  'gaps',
  {
    asset: text('asset').notNull(),
    /** First missing minute, ms UTC */
    from: integer('from_time').notNull(),
    /** First minute that is there again, ms UTC */
    to: integer('to_time').notNull(),
    checkedAt: integer('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.from] }), index('gaps_to').on(table.asset, table.to)],
)

/** What the database was made from: candles of another feed or seed are not to be mixed with these. */
export const marketSource = sqliteTable('market_source', {
  /** Always 1 */
  id: integer('id').primaryKey(),
  feed: text('feed').notNull(),
})
