import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { locales } from '../../i18n/locales.ts'
import { users } from './accounts.ts'

/* Tables of the bot's chats and messages. All times are ms UTC. Chat IDs are Telegram's, at most 52 bits. */

/**
 * States of a chat. Only `active` chats get messages; in `stopped` chats the user has unsubscribed; the other states
 * follow from Telegram's answers
 */
const subscriberStates = ['active', 'stopped', 'blocked', 'gone', 'unreachable'] as const

/** Private chats with the bot */
export const subscribers = sqliteTable(
  'subscribers',
  {
    chatId: integer('chat_id').primaryKey(),
    locale: text('locale', { enum: locales }).notNull(),
    /** From Telegram or an import; may be empty */
    name: text('name').notNull(),
    username: text('username'),
    state: text('state', { enum: subscriberStates }).notNull(),
    /** Linked account, confirmed on both sides */
    userId: text('user_id')
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    /** Whether price alerts and bot reports of the linked account are sent to this chat */
    wantsAlerts: integer('wants_alerts', { mode: 'boolean' }).notNull().default(true),
    wantsReports: integer('wants_reports', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    /** Time of the last message or click */
    activeAt: integer('active_at').notNull(),
  },
  (table) => [
    index('subscribers_audience').on(table.state, table.locale, table.activeAt, table.userId),
    index('subscribers_created').on(table.createdAt),
  ],
)

/**
 * Updates that were processed: Telegram delivers some updates twice. Rows older than Telegram's own retention of a day
 * are deleted.
 */
export const telegramUpdates = sqliteTable(
  'telegram_updates',
  {
    updateId: integer('update_id').primaryKey(),
    at: integer('at').notNull(),
  },
  (table) => [index('telegram_updates_at').on(table.at)],
)

/** Offers to link an account with a chat: created in a session, opened in a chat, confirmed in both */
export const telegramLinks = sqliteTable(
  'telegram_links',
  {
    /** SHA-256 of the token in the deep link */
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    /** ID of the chat that opened the link */
    chatId: integer('chat_id'),
    isConfirmedInChat: integer('is_confirmed_in_chat', { mode: 'boolean' }).notNull().default(false),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('telegram_links_expiry').on(table.expiresAt)],
)

/**
 * Rate limits shared by all processes: token buckets by the generic cell rate algorithm (GCRA). `lane` is `bulk` for
 * broadcasts, `reply` for answers and notices, `paid` for paid broadcasts.
 */
export const rateBuckets = sqliteTable(
  'rate_buckets',
  {
    botId: integer('bot_id').notNull(),
    lane: text('lane', { enum: ['bulk', 'reply', 'paid'] }).notNull(),
    /** Theoretical arrival time of the next send, ms UTC, with fractions */
    tat: real('tat').notNull().default(0),
    /** Current rate, messages per second: below the configured one after refusals */
    rate: real('rate').notNull(),
    /** Configured rate, of which `rate` is a fraction */
    most: real('most'),
    /** Time until which Telegram refuses all requests of the bot */
    frozenUntil: integer('frozen_until').notNull().default(0),
    /** Last time when a sending process reported that it is running */
    seenAt: integer('seen_at').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.botId, table.lane] })],
)

const noticeStates = ['pending', 'claimed', 'sending', 'sent', 'failed', 'unknown'] as const

/**
 * Outbox of single messages: answers to commands, price alerts, reports. These messages never wait behind a broadcast.
 */
export const notices = sqliteTable(
  'notices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    chatId: integer('chat_id').notNull(),
    /** Method of the Bot API; its parameters without the chat, JSON */
    method: text('method').notNull(),
    payload: text('payload').notNull(),
    /** Idempotency key: each event is sent once, e.g. `alert:ID` */
    reason: text('reason').unique(),
    state: text('state', { enum: noticeStates }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    dueAt: integer('due_at').notNull(),
    /** Time after which the message is not sent anymore */
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
