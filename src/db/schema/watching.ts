import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { locales } from '../../i18n/locales.ts'
import { sessions, users } from './accounts.ts'

/* Tables of charts, favorites, watchlists and alerts. All times are ms UTC; IDs are UUIDs; `body` and `settings` are JSON. */

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

export const watchlists = sqliteTable(
  'watchlists',
  {
    id: text('id').primaryKey(),
    userId: owner(),
    name: text('name').notNull(),
    /** JSON array of symbols in the user's order */
    assets: text('assets', { mode: 'json' }).$type<string[]>().notNull(),
  },
  (table) => [index('watchlists_user').on(table.userId)],
)

export const screenSettings = sqliteTable(
  'screen_settings',
  {
    userId: owner(),
    screen: text('screen', { enum: ['enigma', 'charts', 'app', 'contact', 'templates'] }).notNull(),
    settings: text('settings').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.screen] })],
)

export const priceAlerts = sqliteTable(
  'price_alerts',
  {
    id: text('id').primaryKey(),
    userId: owner(),
    asset: text('asset').notNull(),
    kind: text('kind', { enum: ['level', 'percent', 'enter', 'leave', 'change', 'indicator', 'line'] }).notNull(),
    /** JSON of the fields that only this kind has; null for levels and percentages */
    details: text('details'),
    /** Threshold of the alert: a price, the value of an indicator, or a signed percentage */
    value: real('value').notNull(),
    /** Price when the alert was created: determines from which side a level is crossed */
    basePrice: real('base_price').notNull(),
    note: text('note').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    firedAt: integer('fired_at'),
    firedPrice: real('fired_price'),
    seenAt: integer('seen_at'),
    /** Pause between two firings, ms; null for an alert that fires once. Each firing is a row of its own. */
    pauseMs: integer('pause_ms'),
    /** End of the pause after the last firing */
    resumesAt: integer('resumes_at'),
    expiresAt: integer('expires_at'),
  },
  (table) => [
    index('price_alerts_user').on(table.userId, table.createdAt),
    index('price_alerts_waiting').on(table.firedAt, table.asset),
  ],
)

/** Browsers that show fired alerts as notifications. The end of the session ends its subscription. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    /** URL at the browser's push service */
    endpoint: text('endpoint').primaryKey(),
    userId: owner(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Public key and secret of the browser, base64url, see RFC 8291 */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    locale: text('locale', { enum: locales }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId, table.createdAt)],
)

/** Alerts that a push service has accepted. */
export const pushedAlerts = sqliteTable(
  'pushed_alerts',
  {
    endpoint: text('endpoint')
      .notNull()
      .references(() => pushSubscriptions.endpoint, { onDelete: 'cascade' }),
    alertId: text('alert_id')
      .notNull()
      .references(() => priceAlerts.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.endpoint, table.alertId] })],
)

export const chartDrawings = sqliteTable(
  'chart_drawings',
  {
    /** ID that the browser creates, so that saving is idempotent */
    id: text('id').primaryKey(),
    userId: owner(),
    asset: text('asset').notNull(),
    body: text('body').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('chart_drawings_user').on(table.userId, table.asset)],
)

export const chartLayouts = sqliteTable(
  'chart_layouts',
  {
    id: text('id').primaryKey(),
    userId: owner(),
    name: text('name').notNull(),
    body: text('body').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('chart_layouts_user').on(table.userId, table.updatedAt)],
)
