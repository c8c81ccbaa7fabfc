import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'

/* Tables of bots. All times are ms UTC; IDs are UUIDs. Prices and quantities are in units of the bot's digits,
   money in 10^-8 of the quote currency. */

const botStates = ['draft', 'running', 'paused', 'stopped', 'halted', 'error'] as const

const botKinds = ['strategy', 'manual'] as const

export const bots = sqliteTable(
  'bots',
  {
    id: text('id').primaryKey(),
    /** Owner of the bot; null for a demo bot that everybody can see */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Kind of bot. `manual` bots hold a user's own orders in one asset, without a strategy */
    kind: text('kind', { enum: botKinds }).notNull().default('strategy'),
    name: text('name').notNull(),
    asset: text('asset').notNull(),
    tf: integer('tf').notNull(),
    capital: integer('capital').notNull(),
    state: text('state', { enum: botStates }).notNull(),
    /** Reason for a state of the bot that the owner did not choose */
    reason: text('reason'),
    /**
     * Newest revision of the plan, and the one in use: a new revision takes effect only when the bot has no position
     */
    revision: integer('revision').notNull(),
    playedRevision: integer('played_revision').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    startedAt: integer('started_at'),
    /** Source and digits of the bot's prices: the bot does not continue with another source or other digits */
    source: text('source'),
    priceDigits: integer('price_digits'),
    volumeDigits: integer('volume_digits'),
    /** Open time of the last minute that the bot has processed */
    cursor: integer('cursor').notNull().default(-1),
    /** State of the run after the last processed minute, JSON */
    snapshot: text('snapshot'),
    equity: integer('equity').notNull(),
    /** Numbers of the next trade and the next owner command in the bot's journal */
    nextTrade: integer('next_trade').notNull().default(1),
    nextAct: integer('next_act').notNull().default(1),
    /** Lease: the process that runs the bot, and the end of the lease */
    holder: text('holder'),
    heldUntil: integer('held_until').notNull().default(0),
    /** Secret that gives read access to the bot */
    shareKey: text('share_key').unique(),
  },
  (table) => [
    index('bots_user').on(table.userId, table.createdAt),
    uniqueIndex('bots_manual').on(table.userId, table.asset).where(sql`${table.kind} = 'manual'`),
    index('bots_state').on(table.state, table.heldUntil),
  ],
)

const ofBot = () =>
  text('bot_id')
    .notNull()
    .references(() => bots.id, { onDelete: 'cascade' })

export const botRevisions = sqliteTable(
  'bot_revisions',
  {
    botId: ofBot(),
    revision: integer('revision').notNull(),
    /**
     * JSON of the plan: strategy, params, costs, risk, order; and `after`, open time of the minute in progress when it
     * was created
     */
    plan: text('plan').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Open time of the last minute before the revision took effect; null until then */
    playedAfter: integer('played_after'),
  },
  (table) => [primaryKey({ columns: [table.botId, table.revision] })],
)

/** Owner commands for bots; they take effect between two minutes. */
export const botActs = sqliteTable(
  'bot_acts',
  {
    botId: ofBot(),
    id: integer('id').notNull(),
    act: text('act').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Open time of the last minute before the command took effect; null until then */
    takenAfter: integer('taken_after'),
  },
  (table) => [primaryKey({ columns: [table.botId, table.id] })],
)

export const botTrades = sqliteTable(
  'bot_trades',
  {
    botId: ofBot(),
    id: integer('id').notNull(),
    /** Open time of the minute in which the trade happened */
    time: integer('time').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    price: integer('price').notNull(),
    quantity: integer('quantity').notNull(),
    fee: integer('fee').notNull(),
    profit: integer('profit').notNull(),
    reason: text('reason').notNull(),
    /** Whether the trade was filled from candles that arrived late, after an outage or a restart */
    isCaughtUp: integer('is_caught_up', { mode: 'boolean' }).notNull(),
    /** Note of the owner on the trade; null without one */
    note: text('note'),
  },
  (table) => [primaryKey({ columns: [table.botId, table.id] })],
)

/** Equity of bots at the end of each hour. */
export const botMarks = sqliteTable(
  'bot_marks',
  {
    botId: ofBot(),
    hour: integer('hour').notNull(),
    equity: integer('equity').notNull(),
    close: integer('close').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.hour] })],
)

/** Log of a bot's decisions and refusals; only the newest entries are kept. */
export const botLog = sqliteTable(
  'bot_log',
  {
    botId: ofBot(),
    /** Open time of the minute, and the entry's number within it */
    time: integer('time').notNull(),
    part: integer('part').notNull(),
    entry: text('entry').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.time, table.part] })],
)

/** Latest replay of a bot's life over the same candles, and how its trades differ from the actual ones. */
export const botDrifts = sqliteTable('bot_drifts', {
  botId: text('bot_id')
    .primaryKey()
    .references(() => bots.id, { onDelete: 'cascade' }),
  checkedAt: integer('checked_at').notNull(),
  /** Open time of the last compared minute */
  until: integer('until').notNull(),
  /** Number of compared trades, and the number of trades that differ */
  trades: integer('trades').notNull(),
  differing: integer('differing').notNull(),
  /** JSON: the differing trades, each with its reason */
  report: text('report').notNull(),
})
