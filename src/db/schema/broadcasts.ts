import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { locales } from '../../i18n/locales.ts'
import { broadcastStates } from '../broadcast-states.ts'
import { users } from './accounts.ts'

/* Tables of broadcasts and series. All times are ms UTC; IDs are UUIDs. */

/**
 * Follow-up tasks for the sender: send failed messages again, mark unknown messages as sent or send them again, edit
 * delivered messages to the current content, or delete them.
 */
export const broadcastTasks = ['retry', 'assume', 'resend', 'edit', 'delete'] as const

export const seriesStates = ['draft', 'running', 'stopped', 'removed'] as const

const by = (name: string) => text(name).references(() => users.id, { onDelete: 'set null' })

/** A message series. Its steps are rows of `broadcasts`. */
export const series = sqliteTable('series', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  state: text('state', { enum: seriesStates }).notNull().default('draft'),
  revision: integer('revision').notNull().default(1),
  /** How people enter the series: by `/start`, or by clicking a button of a broadcast */
  trigger: text('trigger', { enum: ['start', 'click'] }).notNull(),
  clickedBroadcast: text('clicked_broadcast'),
  /** Index of the clicked button from 0; null for any button */
  clickedButton: integer('clicked_button'),
  /** Quiet hours, in minutes of the day in Moscow: during them the next step is sent to nobody */
  quietFrom: integer('quiet_from'),
  quietTo: integer('quiet_to'),
  startedAt: integer('started_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  createdBy: by('created_by'),
})

/**
 * Positions of people in a series, which each person enters only once. WITHOUT ROWID, declared by hand in the
 * migration.
 */
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
    /** Reason for a pause that nobody requested: one of our keys, and Telegram's error text */
    reason: text('reason'),
    error: text('error'),
    /** Number of edits of content or audience; an approval applies to one revision */
    revision: integer('revision').notNull().default(1),
    /** JSON of the types `BroadcastContent` and `Audience` */
    content: text('content').notNull(),
    audience: text('audience').notNull(),
    /** Handling of interrupted sends with an unknown result: wait for a decision, or send again */
    onUnknown: text('on_unknown', { enum: ['hold', 'resend'] })
      .notNull()
      .default('hold'),
    /** Quiet hours, in minutes of the day in Moscow: during them nothing is sent */
    quietFrom: integer('quiet_from'),
    quietTo: integer('quiet_to'),
    /** Whether the broadcast is paid with the bot's Stars, which allows up to 1,000 messages per second */
    isPaid: integer('is_paid', { mode: 'boolean' }).notNull().default(false),
    scheduledAt: integer('scheduled_at'),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    createdBy: by('created_by'),
    /** Last editor of content or audience; another administrator must approve */
    editedBy: by('edited_by'),
    needsApproval: integer('needs_approval', { mode: 'boolean' }).notNull().default(false),
    approvedBy: by('approved_by'),
    approvedRevision: integer('approved_revision'),
    startedBy: by('started_by'),
    /**
     * Current follow-up task, one at a time; null when done. The task processes rows in slices by chat, after
     * `taskCursor`.
     */
    task: text('task', { enum: broadcastTasks }),
    taskCursor: integer('task_cursor'),
    taskTotal: integer('task_total').notNull().default(0),
    taskDone: integer('task_done').notNull().default(0),
    taskFailed: integer('task_failed').notNull().default(0),
    /**
     * Time after which new subscribers are not in the audience. It is the start time, unless clocks were set back
     * before it
     */
    audienceUntil: integer('audience_until'),
    /** Last chat that the snapshot of the audience contains so far */
    snapshotCursor: integer('snapshot_cursor'),
    isSnapshotWhole: integer('is_snapshot_whole', { mode: 'boolean' }).notNull().default(false),
    /**
     * Number of recipients, and of those in each final state, updated in the same writes. All other recipients are
     * pending.
     */
    total: integer('total').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    unknown: integer('unknown').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Number of recipients who got nothing because the broadcast was canceled */
    dropped: integer('dropped').notNull().default(0),
    clicks: integer('clicks').notNull().default(0),
    /** Share of the audience that gets the variants of the A/B test first, percent */
    trialPercent: integer('trial_percent'),
    /**
     * Minutes from the last test message until the most clicked variant goes to the rest; null: an administrator
     * decides
     */
    trialMinutes: integer('trial_minutes'),
    trialEndsAt: integer('trial_ends_at'),
    /** Variant that goes to the rest of the audience, index from 0 */
    winner: integer('winner'),
    winnerBy: text('winner_by', { enum: ['clicks', 'hand'] }),
    /** Set for a step of a series. Such a broadcast never finishes: it is sent to each person who reaches the step */
    seriesId: text('series_id').references(() => series.id),
    /** Index of the step in the series, from 0 */
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

/** States of a delivery. A `held` delivery waits for the winning variant, then becomes `pending` */
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

/**
 * One message to one chat. `part` 1 is the message with buttons that follows an album. WITHOUT ROWID, declared by hand
 * in the migration.
 */
export const deliveries = sqliteTable(
  'deliveries',
  {
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id, { onDelete: 'cascade' }),
    chatId: integer('chat_id').notNull(),
    part: integer('part').notNull().default(0),
    state: text('state', { enum: deliveryStates }).notNull().default('pending'),
    /** Copied when the audience was determined */
    locale: text('locale', { enum: locales }).notNull(),
    name: text('name').notNull(),
    /** Index of the text variant; 0 if there is only one. For a held row it is set later */
    variant: integer('variant').notNull().default(0),
    isTrial: integer('is_trial', { mode: 'boolean' }).notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    /**
     * ID of the message in the chat; for an album, the ID of its first message. 0 if Telegram has only scheduled the
     * message
     */
    messageId: integer('message_id'),
    messages: integer('messages').notNull().default(1),
    /** Reason of the state as one of our keys, and Telegram's error text */
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

/** Clicks on buttons of a broadcast; one row per person and button */
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
  /** Rows of buttons of a saved template, JSON */
  rows: text('rows').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
