import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'

/* All times are ms UTC; ids are UUIDs. Prices and quantities are in units of the bot's digits, money in 10^-8 of the quote. */

const botStates = ['draft', 'running', 'paused', 'stopped', 'halted', 'error'] as const

const botKinds = ['strategy', 'manual'] as const

export const bots = sqliteTable(
  'bots',
  {
    id: text('id').primaryKey(),
    /** Without an owner it is shown to everybody */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** `manual`: a person's own orders in one asset, without a strategy */
    kind: text('kind', { enum: botKinds }).notNull().default('strategy'),
    name: text('name').notNull(),
    asset: text('asset').notNull(),
    tf: integer('tf').notNull(),
    capital: integer('capital').notNull(),
    state: text('state', { enum: botStates }).notNull(),
    /** Why it is in this state, where its owner has not wanted it */
    reason: text('reason'),
    /** The newest, and the one it plays by: another only once nothing is held */
    revision: integer('revision').notNull(),
    playedRevision: integer('played_revision').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    startedAt: integer('started_at'),
    /** Where its prices come from, and in which digits: with others it does not go on */
    source: text('source'),
    priceDigits: integer('price_digits'),
    volumeDigits: integer('volume_digits'),
    /** openTime of the last minute that has taken effect */
    cursor: integer('cursor').notNull().default(-1),
    /** The run's state then, JSON */
    snapshot: text('snapshot'),
    equity: integer('equity').notNull(),
    /** Numbers its journal goes on from */
    nextTrade: integer('next_trade').notNull().default(1),
    nextAct: integer('next_act').notNull().default(1),
    /** The process that runs it, until */
    holder: text('holder'),
    heldUntil: integer('held_until').notNull().default(0),
    /** Who has this may look at it */
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
    /** JSON: strategy, params, costs, risk, order; and `after`, the minute that went on when it was made */
    plan: text('plan').notNull(),
    createdAt: integer('created_at').notNull(),
    /** openTime of the last minute before it was played by; null until then */
    playedAfter: integer('played_after'),
  },
  (table) => [primaryKey({ columns: [table.botId, table.revision] })],
)

/** What people have told a bot to do; takes effect between two minutes. */
export const botActs = sqliteTable(
  'bot_acts',
  {
    botId: ofBot(),
    id: integer('id').notNull(),
    act: text('act').notNull(),
    createdAt: integer('created_at').notNull(),
    /** openTime of the last minute before it; null until then */
    takenAfter: integer('taken_after'),
  },
  (table) => [primaryKey({ columns: [table.botId, table.id] })],
)

export const botTrades = sqliteTable(
  'bot_trades',
  {
    botId: ofBot(),
    id: integer('id').notNull(),
    /** openTime of its minute */
    time: integer('time').notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    price: integer('price').notNull(),
    quantity: integer('quantity').notNull(),
    fee: integer('fee').notNull(),
    profit: integer('profit').notNull(),
    reason: text('reason').notNull(),
    /** Made of candles that came late, after an outage or a restart */
    isCaughtUp: integer('is_caught_up', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.id] })],
)

/** The last equity of each hour. */
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

/** Decisions and what was refused, newest first kept. */
export const botLog = sqliteTable(
  'bot_log',
  {
    botId: ofBot(),
    /** openTime of the minute, and a number within it */
    time: integer('time').notNull(),
    part: integer('part').notNull(),
    entry: text('entry').notNull(),
  },
  (table) => [primaryKey({ columns: [table.botId, table.time, table.part] })],
)

/** The newest time that a bot's life was run again over the same candles, and what came of it. */
export const botDrifts = sqliteTable('bot_drifts', {
  botId: text('bot_id')
    .primaryKey()
    .references(() => bots.id, { onDelete: 'cascade' }),
  checkedAt: integer('checked_at').notNull(),
  /** openTime of the last minute that was compared */
  until: integer('until').notNull(),
  /** Trades that were compared, and how many of them differ */
  trades: integer('trades').notNull(),
  differing: integer('differing').notNull(),
  /** JSON: those that differ, each with its reason */
  report: text('report').notNull(),
})
