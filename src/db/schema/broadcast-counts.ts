import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { broadcasts, deliveryStates, series, seriesPeople } from './broadcasts.ts'

/*
 * Counts of rows that a page may not go through, since there are millions. Triggers of the tables that are counted keep
 * them, in whatever write changes those: migrations 0012, 0013 and 0016 have them. Deliveries have none for inserts, which
 * would double the time of a snapshot: all begin as rows that count nowhere. The tables are without rowids, by hand.
 */

/** Why recipients got nothing. A reason is a key of ours, '' where there is none. */
export const deliveryReasons = sqliteTable(
  'delivery_reasons',
  {
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    state: text('state', { enum: deliveryStates }).notNull(),
    reason: text('reason').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.broadcastId, table.state, table.reason] })],
)

/** People of a trial who got all of a variant's message, and those of them who clicked something */
export const variantCounts = sqliteTable(
  'variant_counts',
  {
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    variant: integer('variant').notNull(),
    sent: integer('sent').notNull(),
    clicked: integer('clicked').notNull(),
  },
  (table) => [primaryKey({ columns: [table.broadcastId, table.variant] })],
)

/** People who clicked each button; they stay when the clicks themselves, long over, are dropped. */
export const clickCounts = sqliteTable(
  'click_counts',
  {
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    button: integer('button').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.broadcastId, table.button] })],
)

/** People of a series by where they are */
export const seriesPlaces = sqliteTable(
  'series_places',
  {
    seriesId: text('series_id')
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    state: text('state', { enum: seriesPeople.state.enumValues }).notNull(),
    position: integer('position').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.state, table.position] })],
)
