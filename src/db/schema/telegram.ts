import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'

/* All times are ms UTC. A chat's id is Telegram's, at most 52 bits. */

/** `active` alone is written to; `stopped` has asked for that, the others are what Telegram has answered */
const subscriberStates = ['active', 'stopped', 'blocked', 'gone', 'unreachable'] as const

/** Whoever has a private chat with the bot */
export const subscribers = sqliteTable(
  'subscribers',
  {
    chatId: integer('chat_id').primaryKey(),
    locale: text('locale', { enum: ['ru', 'en'] }).notNull(),
    /** As Telegram or an import has it; may be empty */
    name: text('name').notNull(),
    username: text('username'),
    state: text('state', { enum: subscriberStates }).notNull(),
    /** The account that it is linked to, confirmed on both sides */
    userId: text('user_id')
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Whether the linked account's alerts, and reports of its bots, are told here */
    wantsAlerts: integer('wants_alerts', { mode: 'boolean' }).notNull().default(true),
    wantsReports: integer('wants_reports', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    /** Last time they wrote or clicked */
    activeAt: integer('active_at').notNull(),
  },
  (table) => [
    index('subscribers_audience').on(table.state, table.locale, table.activeAt, table.userId),
    index('subscribers_created').on(table.createdAt),
  ],
)

/** Updates that have taken effect: Telegram tells some twice. Rows older than its own day of memory are dropped. */
export const telegramUpdates = sqliteTable(
  'telegram_updates',
  {
    updateId: integer('update_id').primaryKey(),
    at: integer('at').notNull(),
  },
  (table) => [index('telegram_updates_at').on(table.at)],
)

/** Offers to link an account with a chat: made in a session, opened in a chat, confirmed in both */
export const telegramLinks = sqliteTable(
  'telegram_links',
  {
    /** SHA-256 of what the deep link carries */
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    /** The chat that has opened it */
    chatId: integer('chat_id'),
    isConfirmedInChat: integer('is_confirmed_in_chat', { mode: 'boolean' }).notNull().default(false),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('telegram_links_expiry').on(table.expiresAt)],
)

/**
 * What may be sent, for all processes together: a bucket by generic cell rate (GCRA). `lane` is `bulk` for broadcasts,
 * `reply` for answers and notices, `paid` for broadcasts that are paid for.
 */
export const rateBuckets = sqliteTable(
  'rate_buckets',
  {
    botId: integer('bot_id').notNull(),
    lane: text('lane', { enum: ['bulk', 'reply', 'paid'] }).notNull(),
    /** Theoretical arrival time of the next send, ms UTC, with fractions */
    tat: real('tat').notNull().default(0),
    /** Messages a second that are allowed now: below the configured rate after refusals */
    rate: real('rate').notNull(),
    /** Configured rate that `rate` is a share of */
    most: real('most'),
    /** Telegram has refused for all of the bot until then */
    frozenUntil: integer('frozen_until').notNull().default(0),
    /** When a process that sends has last said that it does */
    seenAt: integer('seen_at').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.botId, table.lane] })],
)

const noticeStates = ['pending', 'claimed', 'sending', 'sent', 'failed', 'unknown'] as const

/** Outbox of single messages: answers to commands, alerts of prices, reports. They are never behind a broadcast. */
export const notices = sqliteTable(
  'notices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    chatId: integer('chat_id').notNull(),
    /** Method of the Bot API and its parameters without the chat, JSON */
    method: text('method').notNull(),
    payload: text('payload').notNull(),
    /** The same event is told once: what it is made of, such as `alert:ID` */
    reason: text('reason').unique(),
    state: text('state', { enum: noticeStates }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    dueAt: integer('due_at').notNull(),
    /** Worthless afterwards: dropped unsent */
    expiresAt: integer('expires_at').notNull(),
    error: text('error'),
    holder: text('holder'),
    leaseUntil: integer('lease_until').notNull().default(0),
  },
  (table) => [
    index('notices_due').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    index('notices_busy').on(table.leaseUntil).where(sql`${table.state} in ('claimed', 'sending')`),
    index('notices_created').on(table.createdAt),
  ],
)
