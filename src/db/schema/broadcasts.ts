import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { broadcastStates } from '../broadcast-states.ts'
import { users } from './accounts.ts'

/* All times are ms UTC; ids are UUIDs. */

/**
 * What the sender is asked to do to rows that are done: failed ones are sent again, unknown ones are taken as sent or
 * sent again, messages that stand in chats are edited to the present content or deleted.
 */
export const broadcastTasks = ['retry', 'assume', 'resend', 'edit', 'delete'] as const

export const seriesStates = ['draft', 'running', 'stopped', 'removed'] as const

const by = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' })

/** A chain of messages. Its steps are rows of `broadcasts`. */
export const series = sqliteTable('series', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  state: text('state', { enum: seriesStates }).notNull().default('draft'),
  revision: integer('revision').notNull().default(1),
  /** What people enter by: `/start`, or a button of a broadcast */
  trigger: text('trigger', { enum: ['start', 'click'] }).notNull(),
  clickedBroadcast: text('clicked_broadcast'),
  /** From 0 on; any button where there is none */
  clickedButton: integer('clicked_button'),
  /** Minutes of the day in Moscow between which nobody is moved on */
  quietFrom: integer('quiet_from'),
  quietTo: integer('quiet_to'),
  startedAt: integer('started_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  createdBy: by('created_by'),
})

/** Who is where in a series: a person enters each once. Made without rowids by hand. */
export const seriesPeople = sqliteTable(
  'series_people',
  {
    seriesId: text('series_id')
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    chatId: integer('chat_id').notNull(),
    state: text('state', { enum: ['waiting', 'done', 'left'] })
      .notNull()
      .default('waiting'),
    position: integer('position').notNull().default(0),
    dueAt: integer('due_at').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.seriesId, table.chatId] }),
    index('series_people_waiting')
      .on(table.seriesId, table.position, table.dueAt, table.chatId)
      .where(sql`${table.state} = 'waiting'`),
    index('series_people_chat').on(table.chatId).where(sql`${table.state} = 'waiting'`),
    index('series_people_over').on(table.seriesId, table.state, table.position),
  ],
)

export const broadcasts = sqliteTable(
  'broadcasts',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state', { enum: broadcastStates }).notNull(),
    /** Why it is paused, where nobody has asked for that: a key, and Telegram's own words */
    reason: text('reason'),
    error: text('error'),
    /** Of content and audience: raised by every edit, and what an approval holds for */
    revision: integer('revision').notNull().default(1),
    /** JSON, see `BroadcastContent` and `Audience` */
    content: text('content').notNull(),
    audience: text('audience').notNull(),
    /** What becomes of those whose send was cut off: held for somebody to decide, or sent again */
    onUnknown: text('on_unknown', { enum: ['hold', 'resend'] })
      .notNull()
      .default('hold'),
    /** Minutes of the day in Moscow between which nothing is sent */
    quietFrom: integer('quiet_from'),
    quietTo: integer('quiet_to'),
    /** Paid for by the bot's Stars: up to 1,000 a second */
    isPaid: integer('is_paid', { mode: 'boolean' }).notNull().default(false),
    scheduledAt: integer('scheduled_at'),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    createdBy: by('created_by'),
    /** Whoever changed content or audience last; somebody else approves it */
    editedBy: by('edited_by'),
    needsApproval: integer('needs_approval', { mode: 'boolean' }).notNull().default(false),
    approvedBy: by('approved_by'),
    approvedRevision: integer('approved_revision'),
    startedBy: by('started_by'),
    /** One at a time; null when it is done. Its rows are taken in slices by chat, behind `taskCursor`. */
    task: text('task', { enum: broadcastTasks }),
    taskCursor: integer('task_cursor'),
    taskTotal: integer('task_total').notNull().default(0),
    taskDone: integer('task_done').notNull().default(0),
    taskFailed: integer('task_failed').notNull().default(0),
    /** Whoever subscribed behind it is not in the audience; the start, unless clocks were set back before it */
    audienceUntil: integer('audience_until'),
    /** Chats up to this one are in the snapshot */
    snapshotCursor: integer('snapshot_cursor'),
    isSnapshotWhole: integer('is_snapshot_whole', { mode: 'boolean' }).notNull().default(false),
    /** Recipients; those of each state, kept in the writes that change them. Pending is what is left. */
    total: integer('total').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    unknown: integer('unknown').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Never sent because it was cancelled */
    dropped: integer('dropped').notNull().default(0),
    clicks: integer('clicks').notNull().default(0),
    /** Of a broadcast with variants: the share of its audience that gets them first, percent */
    trialPercent: integer('trial_percent'),
    /** After the last of these was sent to, until the most clicked variant goes to the rest; null: somebody decides */
    trialMinutes: integer('trial_minutes'),
    trialEndsAt: integer('trial_ends_at'),
    /** The variant that goes to the rest, from 0 on */
    winner: integer('winner'),
    winnerBy: text('winner_by', { enum: ['clicks', 'hand'] }),
    /** A step of a series is a broadcast that is never over: it is sent to whoever comes to it */
    seriesId: text('series_id').references(() => series.id),
    /** From 0 on */
    seriesPosition: integer('series_position'),
    delayMinutes: integer('delay_minutes'),
  },
  (table) => [
    index('broadcasts_series').on(table.seriesId, table.seriesPosition).where(sql`${table.seriesId} is not null`),
    index('broadcasts_created').on(table.createdAt),
    index('broadcasts_state').on(table.state, table.scheduledAt),
    index('broadcasts_task').on(table.task).where(sql`${table.task} is not null`),
  ],
)

/** `held`: waits for a winner among the variants, then it is `pending` */
export const deliveryStates = [
  'held',
  'pending',
  'claimed',
  'sending',
  'sent',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
] as const

/** One message to one chat. `part` 1 is the message with buttons that follows an album. Made without rowids by hand. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    chatId: integer('chat_id').notNull(),
    part: integer('part').notNull().default(0),
    state: text('state', { enum: deliveryStates }).notNull().default('pending'),
    /** Frozen with the audience */
    locale: text('locale', { enum: ['ru', 'en'] }).notNull(),
    name: text('name').notNull(),
    /** Of the broadcast's texts; 0 where there is one. Of a held row it is decided later */
    variant: integer('variant').notNull().default(0),
    isTrial: integer('is_trial', { mode: 'boolean' }).notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    /** The message in its chat; of an album the first. 0 where Telegram has only scheduled it */
    messageId: integer('message_id'),
    messages: integer('messages').notNull().default(1),
    /** A key of ours for the reason, and Telegram's own words */
    reason: text('reason'),
    error: text('error'),
    dueAt: integer('due_at').notNull().default(0),
    at: integer('at').notNull(),
    holder: text('holder'),
    leaseUntil: integer('lease_until').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.broadcastId, table.chatId, table.part] }),
    index('deliveries_pending').on(table.broadcastId, table.dueAt, table.chatId).where(sql`${table.state} = 'pending'`),
    index('deliveries_busy').on(table.leaseUntil).where(sql`${table.state} in ('claimed', 'sending')`),
    index('deliveries_odd')
      .on(table.broadcastId, table.state, table.chatId, table.reason)
      .where(sql`${table.state} in ('failed', 'unknown', 'skipped')`),
    index('deliveries_held').on(table.broadcastId, table.chatId).where(sql`${table.state} = 'held'`),
    index('deliveries_trial').on(table.broadcastId, table.variant, table.state).where(sql`${table.isTrial}`),
  ],
)

/** Who clicked which button of a broadcast; once each */
export const broadcastClicks = sqliteTable(
  'broadcast_clicks',
  {
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    button: integer('button').notNull(),
    chatId: integer('chat_id').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.broadcastId, table.button, table.chatId] }),
    index('broadcast_clicks_chat').on(table.broadcastId, table.chatId),
  ],
)

export const buttonTemplates = sqliteTable('button_templates', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  /** Rows of buttons, JSON */
  rows: text('rows').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
