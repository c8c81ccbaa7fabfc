import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/* All times are ms UTC; `before` and `after` of the audit log are JSON. */

export const users = sqliteTable(
  'users',
  {
    /** UUIDv7: sorts by creation */
    id: text('id').primaryKey(),
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
    banReason: text('ban_reason'),
    /** null for never */
    banUntil: integer('ban_until'),
    telegramId: integer('telegram_id').unique(),
    telegramName: text('telegram_name'),
    /** `#rrggbb`; null for the product's own */
    accent: text('accent'),
    /** argon2id in PHC form; null until an invited person chooses one */
    passwordHash: text('password_hash'),
    passwordChangedAt: integer('password_changed_at'),
    /** Sealed with the process's secret */
    totpSecret: text('totp_secret'),
    /** 30-second step of the last code: none counts twice */
    totpLastStep: integer('totp_last_step'),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at'),
    /** Raised by each administrator's change: two cannot overwrite each other unseen */
    version: integer('version').notNull().default(1),
  },
  (table) => {
    // Lists walk one of these in its order: filters are answered by the index, and only rows that are shown are read.
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
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret half */
    secretHash: blob('secret_hash', { mode: 'buffer' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** To five minutes */
    seenAt: integer('seen_at').notNull(),
    provenAt: integer('proven_at').notNull(),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    impersonatorId: text('impersonator_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Id of the impersonator's session that ended for this one */
    begunIn: text('begun_in'),
    /** `hash` of the device it began on; null where nobody asked */
    device: text('device'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_impersonator').on(table.impersonatorId),
    index('sessions_begun_in').on(table.begunIn),
  ],
)

/** Keys of programs that act for somebody; `insertToken` keeps twenty an account. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the whole token */
    hash: blob('hash', { mode: 'buffer' }).notNull(),
    /** Parted by spaces */
    scopes: text('scopes').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** To a minute; null until it is used */
    usedAt: integer('used_at'),
  },
  (table) => [
    index('api_tokens_user').on(table.userId, table.createdAt),
    // Those to be told of are looked for every few seconds.
    index('api_tokens_created').on(table.createdAt),
  ],
)

/** Browsers in which somebody has signed in; `rememberDevice` keeps twenty an account. */
export const devices = sqliteTable(
  'devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the id in its cookie */
    hash: text('hash').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    /** Until a device with a say over it has acknowledged it */
    isNew: integer('is_new', { mode: 'boolean' }).notNull().default(false),
    /** Until when what others did is no news on this device */
    dismissedAt: integer('dismissed_at').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.hash] }),
    // Those to be told of are looked for every few seconds.
    index('devices_new').on(table.createdAt).where(sql`is_new = 1`),
  ],
)

/** Tries of others to sign in, for the account's owner to be told: one row an account. */
export const accountWarnings = sqliteTable(
  'account_warnings',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    wrongPasswords: integer('wrong_passwords').notNull().default(0),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** Of the first and the last that the owner has not seen; null when they have seen all */
    since: integer('since'),
    lastAt: integer('last_at'),
    lastAddress: text('last_address'),
    /** When the bucket of codes from unknown devices is empty again */
    codesEmptyAt: integer('codes_empty_at').notNull().default(0),
  },
  (table) => [index('account_warnings_last').on(table.lastAt)],
)

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

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential's id in base64url, as browsers give it */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** COSE */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** Of signatures; stays 0 where the authenticator does not count */
    counter: integer('counter').notNull(),
    /** How a browser reaches it: `internal,hybrid` */
    transports: text('transports').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [
    index('passkeys_user').on(table.userId, table.createdAt),
    // Those to be told of are looked for every few seconds.
    index('passkeys_created').on(table.createdAt),
  ],
)

/** Wishes of administrators to take somebody's lost second factor away: the last of each account. */
export const factorReplacements = sqliteTable(
  'factor_replacements',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestedBy: text('requested_by')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestedAt: integer('requested_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    approvedBy: text('approved_by').references(() => users.id, { onDelete: 'cascade' }),
    approvedAt: integer('approved_at'),
  },
  (table) => [index('factor_replacements_requested').on(table.requestedAt)],
)

export const accountLinks = sqliteTable(
  'account_links',
  {
    /** SHA-256 of what the link carries */
    hash: text('hash').primaryKey(),
    kind: text('kind', {
      enum: ['setup', 'invite', 'reset', 'second-factor', 'totp-setup', 'telegram-data', 'passkey'],
    }).notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    failures: integer('failures').notNull().default(0),
    usedAt: integer('used_at'),
  },
  (table) => [index('account_links_user').on(table.userId, table.kind)],
)

/** Triggers of the database refuse every change but one more repetition, and every removal but of what is too old. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    act: text('act').notNull(),
    isSuccess: integer('is_success', { mode: 'boolean' }).notNull(),
    actorId: text('actor_id'),
    actorLogin: text('actor_login'),
    subjectId: text('subject_id'),
    subjectLogin: text('subject_login'),
    before: text('before'),
    after: text('after'),
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
    /** How often it happened; the line tells of the first time */
    count: integer('count').notNull().default(1),
    /** Of lines that are counted: what is the same of all that they count, with the minute */
    repeatKey: text('repeat_key').unique(),
  },
  (table) => [
    index('audit_log_actor').on(table.actorId, table.id),
    index('audit_log_subject').on(table.subjectId, table.id),
    index('audit_log_act').on(table.act, table.id),
    index('audit_log_at').on(table.at, table.id),
  ],
)

/** One row: lines of the audit log from before `keptSince` may be removed. It is 0 but within the batch that removes some. */
export const auditRetention = sqliteTable('audit_retention', {
  id: integer('id').primaryKey(),
  keptSince: integer('kept_since').notNull(),
})

export const savedViews = sqliteTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('saved_views_user').on(table.userId, table.createdAt)],
)
