import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { locales } from '../../i18n/locales.ts'

/* Tables of accounts. All times are ms UTC; `before` and `after` of the audit log are JSON. */

export const users = sqliteTable(
  'users',
  {
    /** User ID, a UUIDv7: sorts by creation time */
    id: text('id').primaryKey(),
    login: text('login').notNull(),
    /** Normalized login for comparisons: lower case, NFKC */
    loginKey: text('login_key').notNull().unique(),
    name: text('name').notNull(),
    locale: text('locale', { enum: locales }).notNull(),
    role: text('role', { enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    status: text('status', { enum: ['active', 'banned'] })
      .notNull()
      .default('active'),
    banReason: text('ban_reason'),
    /** End of the ban; null: the ban never ends */
    banUntil: integer('ban_until'),
    telegramId: integer('telegram_id').unique(),
    telegramName: text('telegram_name'),
    /** Accent color chosen by the user, `#rrggbb`; null for the product's own color */
    accent: text('accent'),
    /** Password hash, argon2id in PHC format; null until an invited user chooses a password */
    passwordHash: text('password_hash'),
    passwordChangedAt: integer('password_changed_at'),
    /** Key of the second factor, encrypted with the process's secret */
    totpSecret: text('totp_secret'),
    /** 30-second step of the last used code: each code of the second factor is accepted once */
    totpLastStep: integer('totp_last_step'),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at'),
    /** Number of changes by administrators, to detect conflicting edits */
    version: integer('version').notNull().default(1),
  },
  (table) => {
    // Covering indexes: lists of users scan one of these in order and filter within it, so that only displayed rows are
    // read.
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
    /** SHA-256 of the secret half of the session token */
    secretHash: blob('secret_hash', { mode: 'buffer' }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** Time of the last request, updated at most every five minutes */
    seenAt: integer('seen_at').notNull(),
    provenAt: integer('proven_at').notNull(),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    impersonatorId: text('impersonator_id').references(() => users.id, { onDelete: 'cascade' }),
    /** ID of the impersonator's own session, which ended when this session began */
    begunIn: text('begun_in'),
    /** `hash` of the device on which the session began; null if unknown */
    device: text('device'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_impersonator').on(table.impersonatorId),
    index('sessions_begun_in').on(table.begunIn),
  ],
)

/** API tokens that act for a user; `insertToken` keeps twenty per account. */
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
    /** Scopes of the token, separated by spaces */
    scopes: text('scopes').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Time of the last use, updated at most once a minute; null until first use */
    usedAt: integer('used_at'),
  },
  (table) => [
    index('api_tokens_user').on(table.userId, table.createdAt),
    // Index for the query for security news, which runs every few seconds.
    index('api_tokens_created').on(table.createdAt),
  ],
)

/** Browsers in which a user has signed in; `rememberDevice` keeps twenty per account. */
export const devices = sqliteTable(
  'devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the ID in the device's cookie */
    hash: text('hash').notNull(),
    createdAt: integer('created_at').notNull(),
    seenAt: integer('seen_at').notNull(),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    /** Whether the device still waits for an acknowledgment by an authorized device */
    isNew: integer('is_new', { mode: 'boolean' }).notNull().default(false),
    /** News about other devices are dismissed on this device up to this time */
    dismissedAt: integer('dismissed_at').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.hash] }),
    // Index for the query for security news, which runs every few seconds.
    index('devices_new').on(table.createdAt).where(sql`is_new = 1`),
  ],
)

/** Failed sign-in attempts by others, for a warning to the account owner: one row per account. */
export const accountWarnings = sqliteTable(
  'account_warnings',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    wrongPasswords: integer('wrong_passwords').notNull().default(0),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** Times of the first and the last attempt that the owner has not seen; null if all were seen */
    since: integer('since'),
    lastAt: integer('last_at'),
    lastAddress: text('last_address'),
    /** Time at which the rate limit for codes from unknown devices is fully restored */
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
    /** ID of the passkey's credential in base64url, as browsers provide it */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Public key of the passkey in COSE format */
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** Signature counter; stays 0 if the authenticator has none */
    counter: integer('counter').notNull(),
    /** WebAuthn transports of the authenticator: `internal,hybrid` */
    transports: text('transports').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [
    index('passkeys_user').on(table.userId, table.createdAt),
    // Index for the query for security news, which runs every few seconds.
    index('passkeys_created').on(table.createdAt),
  ],
)

/** Administrators' requests to remove a lost second factor: only the last request for each account. */
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
    /** SHA-256 of the token that the link contains */
    hash: text('hash').primaryKey(),
    kind: text('kind', {
      enum: ['setup', 'invite', 'reset', 'chat-reset', 'second-factor', 'totp-setup', 'telegram-data', 'passkey'],
    }).notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    failures: integer('failures').notNull().default(0),
    usedAt: integer('used_at'),
  },
  (table) => [index('account_links_user').on(table.userId, table.kind)],
)

/** Audit log. Triggers reject all updates except incrementing `count`, and all deletes except of expired rows. */
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
    /** Number of occurrences of the event; the other columns describe the first occurrence */
    count: integer('count').notNull().default(1),
    /** Properties shared by all counted occurrences, with the minute; null if the entry is not counted */
    repeatKey: text('repeat_key').unique(),
  },
  (table) => [
    index('audit_log_actor').on(table.actorId, table.id),
    index('audit_log_subject').on(table.subjectId, table.id),
    index('audit_log_act').on(table.act, table.id),
    index('audit_log_at').on(table.at, table.id),
  ],
)

/**
 * Table with one row: audit log entries older than `keptSince` may be deleted. `keptSince` is 0 except within the batch
 * that deletes some.
 */
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
