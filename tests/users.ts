import { loginKey } from '../src/auth/names.ts'
import type { Db } from '../src/db/client.ts'

export interface SomeUser {
  login: string
  name?: string
  locale?: 'ru' | 'en'
  role?: 'user' | 'admin'
  status?: 'active' | 'banned'
  banReason?: string
  banUntil?: number
  telegramId?: number
  telegramName?: string
  lastSeenAt?: number
}

let count = 0

/** Inserts users as given, without passwords, in one statement. @returns their IDs, in the same order */
export async function addUsers(db: Db, users: SomeUser[]): Promise<string[]> {
  const rows = users.map((user) => ({
    id: Bun.randomUUIDv7('hex', 1_700_000_000_000 + ++count),
    loginKey: loginKey(user.login),
    ...user,
  }))
  await db.client.execute({
    sql: `insert into users (id, login, login_key, name, locale, role, status, ban_reason, ban_until, telegram_id,
        telegram_name, created_at, last_seen_at)
      select value ->> 'id', value ->> 'login', value ->> 'loginKey', coalesce(value ->> 'name', value ->> 'login'),
        coalesce(value ->> 'locale', 'ru'), coalesce(value ->> 'role', 'user'), coalesce(value ->> 'status', 'active'),
        value ->> 'banReason', value ->> 'banUntil', value ->> 'telegramId', value ->> 'telegramName',
        ?, value ->> 'lastSeenAt'
      from json_each(?)`,
    args: [1_700_000_000_000 + count, JSON.stringify(rows)],
  })
  return rows.map(({ id }) => id)
}

/** Inserts a hundred thousand users (or `total`) in one statement. */
export async function seedUsers(db: Db, total = 100_000): Promise<void> {
  await db.client.execute({
    sql: `insert into users (id, login, login_key, name, locale, role, status, ban_reason, ban_until, telegram_id,
        telegram_name, password_hash, created_at, last_seen_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      select printf('0198%04x-%04x-7000-8000-%012x', i / 65536, i % 65536, i), 'user' || i, 'user' || i,
        case i % 5 when 0 then 'Анна' when 1 then 'Борис' when 2 then 'Maria' when 3 then 'Иван' else 'John' end
          || ' ' || (i * 7919 % 100003),
        case when i % 10 = 0 then 'en' else 'ru' end, case when i % 10000 = 0 then 'admin' else 'user' end,
        case when i % 50 = 0 then 'banned' else 'active' end, case when i % 50 = 0 then 'spam' end,
        case when i % 100 = 0 then 1 end, case when i % 3 = 0 then 100000000 + i end,
        case when i % 3 = 0 then 'tg_' || i end, 'x', 1700000000000 + i,
        case when i % 4 then 1700000000000 + i * 7919 % 100003 end
      from n`,
    args: [total],
  })
}
