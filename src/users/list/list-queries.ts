import { type SQL, sql } from 'drizzle-orm'
import { loginKey } from '../../auth/names.ts'
import type { Db } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { Cursor } from '../../pages/list-cursor.ts'
import type { Sort, UserFilter, UserList } from './list-query.ts'

/** A row of the user list. Times are ms UTC. */
export interface UserLine {
  id: string
  login: string
  loginKey: string
  name: string
  locale: Locale
  role: 'user' | 'admin'
  status: 'active' | 'banned'
  banReason: string | null
  banUntil: number | null
  telegramId: number | null
  telegramName: string | null
  createdAt: number
  lastSeenAt: number | null
  version: number
}

/** Number of users with the same attributes, and the number of those who have linked Telegram. */
export interface KindLine {
  role: 'user' | 'admin'
  status: 'active' | 'banned'
  locale: Locale
  total: number
  linked: number
}

const line = sql`
  users.id, users.login, users.login_key as loginKey, users.name, users.locale, users.role, users.status,
  users.ban_reason as banReason, users.ban_until as banUntil, users.telegram_id as telegramId,
  users.telegram_name as telegramName, users.created_at as createdAt, users.last_seen_at as lastSeenAt, users.version`

/** Index for each sort order, and the columns that make the order unambiguous. */
const orders: Record<Sort, { index: string; columns: SQL[] }> = {
  created: { index: 'users_by_created', columns: [sql`users.id`] },
  seen: { index: 'users_by_seen', columns: [sql`coalesce(users.last_seen_at, 0)`, sql`users.id`] },
  name: { index: 'users_by_name', columns: [sql`users.name`, sql`users.id`] },
  login: { index: 'users_by_login', columns: [sql`users.login_key`, sql`users.id`] },
}

export function cursorOf(sort: Sort, user: UserLine): Cursor {
  const values = { created: user.id, seen: user.lastSeenAt ?? 0, name: user.name, login: user.loginKey }
  return { value: values[sort], id: user.id }
}

export interface LineRequest {
  filter: UserFilter
  sort: Sort
  isDescending: boolean
  behind?: Cursor | undefined
  limit: number
  /** Current time, ms UTC, to decide which bans have expired */
  now: number
}

/** Reads rows in index order. The caller must filter them if the search has three or more letters. */
export async function walkLines(db: Db, request: LineRequest): Promise<UserLine[]> {
  const { index } = orders[request.sort]
  return db.orm.all<UserLine>(sql`
    select ${line} from users indexed by ${sql.identifier(index)}
    where ${where(request)} order by ${orderOf(request)} limit ${request.limit}`)
}

/** Sorts the results of a search; cheap only if the search finds few users. */
export async function sortFoundLines(db: Db, request: LineRequest): Promise<UserLine[]> {
  const order = orderOf(request)
  // Sorts row IDs only and reads the rows afterward, because SQLite sorts all selected columns.
  return db.orm.all<UserLine>(sql`
    select ${line} from users where users.rowid in (
      select users.rowid from users_search cross join users on users.rowid = users_search.rowid
      where users_search match ${phrase(request.filter.search)} and ${where(request)}
      order by ${order} limit ${request.limit})
    order by ${order}`)
}

/** Counts the users found by a search, up to `most`. */
export async function countFound(db: Db, search: string, most: number): Promise<number> {
  const [row] = await db.orm.all<{ found: number }>(sql`
    select count(*) as found from (
      select 1 from users_search where users_search match ${phrase(search)} limit ${most})`)
  return row?.found ?? 0
}

/** Counts users by kind; a user with an expired ban counts as banned. */
export async function countKinds(db: Db): Promise<KindLine[]> {
  return db.orm.all<KindLine>(sql`
    select role, status, locale, count(*) as total, count(telegram_id) as linked
    from users indexed by users_kinds group by role, status, locale`)
}

export async function countEndedBans(db: Db, now: number): Promise<KindLine[]> {
  return db.orm.all<KindLine>(sql`
    select role, status, locale, count(*) as total, count(telegram_id) as linked
    from users indexed by users_bans where status = 'banned' and ban_until <= ${now} group by role, locale`)
}

/** Counts at most `most` users of a search by kind. A user with an expired ban counts as active. */
export async function countFoundKinds(db: Db, search: string, most: number, now: number): Promise<KindLine[]> {
  const found = isIndexed(search)
    ? sql`users_search cross join users on users.rowid = users_search.rowid
        where users_search match ${phrase(search)}`
    : sql`users indexed by users_by_login where ${loginBegins(search)}`
  return db.orm.all<KindLine>(sql`
    select role, status, locale, count(*) as total, count(telegram_id) as linked from (
      select users.role, users.locale, users.telegram_id, case when ${isBannedAt(now)} then 'banned' else 'active' end as status
      from ${found} limit ${most})
    group by role, status, locale`)
}

/** Returns whether a search is long enough for the trigram index. */
export function isIndexed(search: string): boolean {
  return Array.from(search).length >= 3
}

function where({ filter, sort, isDescending, behind, now }: LineRequest): SQL {
  const { search, role, status, telegram, locale } = filter
  const banned = isBannedAt(now)
  const conditions = [
    sql`true`,
    role && sql`users.role = ${role}`,
    status && (status === 'banned' ? banned : sql`not (${banned})`),
    telegram && (telegram === 'linked' ? sql`users.telegram_id is not null` : sql`users.telegram_id is null`),
    locale && sql`users.locale = ${locale}`,
    search !== '' && !isIndexed(search) && loginBegins(search),
    behind && isBehind(sort, isDescending, behind),
  ]
  return sql.join(
    conditions.flatMap((condition) => (condition ? [condition] : [])),
    sql` and `,
  )
}

function isBannedAt(now: number): SQL {
  return sql`(users.status = 'banned' and (users.ban_until is null or users.ban_until > ${now}))`
}

function loginBegins(search: string): SQL {
  const key = loginKey(search)
  return sql`(users.login_key >= ${key} and users.login_key < ${`${key}\u{10ffff}`})`
}

function isBehind(sort: Sort, isDescending: boolean, { value, id }: Cursor): SQL {
  const { columns } = orders[sort]
  const values = columns.length === 1 ? [sql`${id}`] : [sql`${value}`, sql`${id}`]
  const sign = isDescending ? sql`<` : sql`>`
  return sql`(${sql.join(columns, sql`, `)}) ${sign} (${sql.join(values, sql`, `)})`
}

function orderOf({ sort, isDescending }: LineRequest): SQL {
  const direction = isDescending ? sql`desc` : sql`asc`
  return sql.join(
    orders[sort].columns.map((column) => sql`${column} ${direction}`),
    sql`, `,
  )
}

/** Quotes a search as an FTS5 phrase, so that no word in it is an operator. */
function phrase(search: string): string {
  return `"${search.replaceAll('"', '""')}"`
}

export function requestOf(list: UserList, limit: number, now: number): LineRequest {
  const { sort, isDescending, after, before: _, ...filter } = list
  return { filter, sort, isDescending, behind: after, limit, now }
}
