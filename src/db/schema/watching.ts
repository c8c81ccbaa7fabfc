import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'

/* What people follow on the market, and how they like to see it. All times are ms UTC. */

const owner = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const favouriteAssets = sqliteTable(
  'favourite_assets',
  {
    userId: owner(),
    asset: text('asset').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.asset] })],
)

/** How one screen looks for one person. */
export const screenSettings = sqliteTable(
  'screen_settings',
  {
    userId: owner(),
    screen: text('screen', { enum: ['enigma', 'charts', 'app'] }).notNull(),
    /** JSON of the screen's own form */
    settings: text('settings').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.screen] })],
)

/** What people want to be told of; each fires once. */
export const priceAlerts = sqliteTable(
  'price_alerts',
  {
    /** UUIDv7 */
    id: text('id').primaryKey(),
    userId: owner(),
    asset: text('asset').notNull(),
    kind: text('kind', { enum: ['level', 'percent'] }).notNull(),
    /** A price, or per cent from `basePrice`, with its sign */
    value: real('value').notNull(),
    /** The price when the alert was made: it tells from which side a level is crossed */
    basePrice: real('base_price').notNull(),
    note: text('note').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    firedAt: integer('fired_at'),
    /** The price it fired at */
    firedPrice: real('fired_price'),
    /** When its owner has seen that it fired */
    seenAt: integer('seen_at'),
  },
  (table) => [
    index('price_alerts_user').on(table.userId, table.createdAt),
    index('price_alerts_waiting').on(table.firedAt, table.asset),
  ],
)

/** Lines and shapes on a chart: they belong to the asset, whatever the timeframe. */
export const chartDrawings = sqliteTable(
  'chart_drawings',
  {
    /** UUID made in the browser: saving twice changes nothing */
    id: text('id').primaryKey(),
    userId: owner(),
    asset: text('asset').notNull(),
    /** JSON: kind, points as [ms UTC, price], colour */
    body: text('body').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('chart_drawings_user').on(table.userId, table.asset)],
)

/** Arrangements of charts that a person keeps under a name. */
export const chartLayouts = sqliteTable(
  'chart_layouts',
  {
    /** UUIDv7 */
    id: text('id').primaryKey(),
    userId: owner(),
    name: text('name').notNull(),
    /** JSON: charts with asset, timeframe, kind of series, indicators, scale */
    body: text('body').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('chart_layouts_user').on(table.userId, table.updatedAt)],
)
