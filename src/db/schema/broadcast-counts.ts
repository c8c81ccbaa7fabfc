import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { broadcasts, deliveryStates, series, seriesPeople } from './broadcasts.ts'

/* Row counts for pages, since counting millions of rows would be too slow. Triggers on the counted tables update
   the counts within each write: see migrations 0012, 0013 and 0016. Deliveries have no insert trigger, which would
   double the time of a snapshot: all deliveries begin in a state that is not counted. The tables are WITHOUT ROWID,
   declared by hand in the migrations. */

/** Number of recipients who got nothing, by reason. `reason` is one of our keys, '' if there is none. */
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

/** Number of A/B test recipients who got a variant's whole message, and how many of them clicked a button */
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

/** Number of recipients who clicked each button; the count stays when old clicks themselves are deleted. */
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

/** Number of people at each position of a series */
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
