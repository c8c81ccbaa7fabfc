import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/* Who may use the product, how they prove it, and what was done to accounts. All times are ms UTC. */

export const users = sqliteTable(
  'users',
  {
    /** UUIDv7: sorts by creation */
    id: text('id').primaryKey(),
    /** As its owner writes it */
    login: text('login').notNull(),
    /** The login as logins are compared: lower case, NFKC */
    loginKey: text('login_key').notNull().unique(),
    name: text('name').notNull(),
    locale: text('locale', { enum: ['ru', 'en'] }).notNull(),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    status: text('status', { enum: ['active', 'banned'] })
      .notNull()
      .default('active'),
    /** Shown to the person after a right password */
    banReason: text('ban_reason'),
    /** When the ban ends by itself; null for never */
    banUntil: integer('ban_until'),
    telegramId: integer('telegram_id').unique(),
    telegramName: text('telegram_name'),
    /** Colour of the interface, `#rrggbb`; null for the product's own */
    accent: text('accent'),
    /** argon2id in PHC form; null until an invited person has chosen one */
    passwordHash: text('password_hash'),
    passwordChangedAt: integer('password_changed_at'),
    /** Sealed with the process's secret; null without a second factor */
    totpSecret: text('totp_secret'),
    /** The last 30-second step a code was taken for: no code counts twice */
    totpLastStep: integer('totp_last_step'),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at'),
    /** Raised by every change an administrator makes, so that two of them cannot overwrite each other unseen */
    version: integer('version').notNull().default(1),
  },
  (table) => {
    // Lists walk one of these in its order: what filters ask for stands in the index itself, so that a row is read only
    // when it is shown.
    const filtered = [table.role, table.status, table.banUntil, table.locale, table.telegramId] as const
    return [
      index('users_by_created').on(table.id, table.loginKey, ...filtered),
      index('users_by_seen').on(sql`coalesce(${table.lastSeenAt}, 0)`, table.id, table.loginKey, ...filtered),
      index('users_by_name').on(table.name, table.id, table.loginKey, ...filtered),
      index('users_by_login').on(table.loginKey, table.id, ...filtered),
      index('users_kinds').on(table.role, table.status, table.locale, table.telegramId),
      index('users_bans').on(table.status, table.banUntil, table.role, table.locale, table.telegramId),
    ]
  },
)

export const sessions = sqliteTable(
  'sessions',
  {
    /** Public half of the cookie */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret half */
    secretHash: blob('secret_hash', { mode: 'buffer' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** Last time it was used, to five minutes */
    seenAt: integer('seen_at').notNull(),
    /** When its owner last proved who they are: dangerous acts want it recent */
    provenAt: integer('proven_at').notNull(),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    /** The administrator who looks at the site as this user */
    impersonatorId: text('impersonator_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_impersonator').on(table.impersonatorId)],
)

/** Codes that stand in for a lost second factor, each good once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    usedAt: integer('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** One-time links: first administrator, invitation, new password, second step of signing in. */
export const accountLinks = sqliteTable(
  'account_links',
  {
    /** SHA-256 of what the link carries */
    hash: text('hash').primaryKey(),
    kind: text('kind', { enum: ['setup', 'invite', 'reset', 'second-factor', 'totp-setup'] }).notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Wrong codes entered, where a code belongs to it */
    failures: integer('failures').notNull().default(0),
    usedAt: integer('used_at'),
  },
  (table) => [index('account_links_user').on(table.userId, table.kind)],
)

/** What was done and tried. Triggers of the database refuse every change and removal. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** `user.ban`, `session.sign-in`, … */
    act: text('act').notNull(),
    isSuccess: integer('is_success', { mode: 'boolean' }).notNull(),
    actorId: text('actor_id'),
    /** Login of who did it, as it was then */
    actorLogin: text('actor_login'),
    subjectId: text('subject_id'),
    subjectLogin: text('subject_login'),
    /** JSON of what was changed */
    before: text('before'),
    after: text('after'),
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_log_actor').on(table.actorId, table.id),
    index('audit_log_subject').on(table.subjectId, table.id),
    index('audit_log_act').on(table.act, table.id),
    index('audit_log_at').on(table.at, table.id),
  ],
)

/** Lists an administrator keeps under a name. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The list's query string */
    query: text('query').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('saved_views_user').on(table.userId, table.createdAt)],
)
