import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { hasKeyOf } from '../../db/keyed-id.ts'
import { watchlists } from '../../db/schema/watching.ts'

export type Watchlist = Pick<typeof watchlists.$inferSelect, 'id' | 'name' | 'assets'>
type WatchlistRow = typeof watchlists.$inferSelect

export const maxWatchlists = 20
/** Maximum number of assets in a list: the undo of its removal carries all of them in a cookie. */
export const maxListed = 50

const shown = { id: watchlists.id, name: watchlists.name, assets: watchlists.assets }
const own = (userId: string, id: string) => and(eq(watchlists.id, id), eq(watchlists.userId, userId))

/** Returns a user's lists, oldest first. */
export async function listWatchlists(db: Db, userId: string): Promise<Watchlist[]> {
  const of = db.orm.select(shown).from(watchlists).where(eq(watchlists.userId, userId))
  return of.orderBy(asc(watchlists.id)).limit(maxWatchlists)
}

export async function findWatchlist(db: Db, userId: string, id: string): Promise<Watchlist | undefined> {
  const [row] = await db.orm.select(shown).from(watchlists).where(own(userId, id)).limit(1)
  return row
}

/**
 * Inserts a list in one atomic statement, which also enforces unique names and the limit. A list with the key of `id`
 * is not inserted again. @returns whether the list is stored
 */
export async function insertWatchlist(db: Db, { id, userId, name, assets }: WatchlistRow): Promise<string | undefined> {
  const rows = await db.write(() =>
    db.orm.all<{ id: string }>(sql`
      insert into watchlists (id, user_id, name, assets)
      select ${id}, ${userId}, ${name}, ${JSON.stringify(assets)}
      where (select count(*) from watchlists where user_id = ${userId}) < ${maxWatchlists}
        and not exists (select 1 from watchlists where user_id = ${userId} and name = ${name})
      on conflict (id) do nothing returning id`),
  )
  if (rows[0]) return rows[0].id
  const same = and(eq(watchlists.userId, userId), eq(watchlists.name, name), hasKeyOf(watchlists.id, id))
  const [made] = await db.orm.select({ id: watchlists.id }).from(watchlists).where(same).limit(1)
  return made?.id
}

/** @returns false if another list has the name, or the list is gone */
export async function renameWatchlist(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const rows = await db.write(() =>
    db.orm.all(sql`
      update watchlists set name = ${name} where id = ${id} and user_id = ${userId}
        and not exists (select 1 from watchlists where user_id = ${userId} and name = ${name} and id <> ${id})
      returning id`),
  )
  return rows.length > 0
}

/** Appends an asset that the list does not have. Does nothing to a full list. */
export async function addListed(db: Db, userId: string, id: string, asset: string): Promise<void> {
  await db.write(() =>
    db.orm.run(sql`
      update watchlists set assets = json_insert(assets, '$[#]', ${asset})
      where id = ${id} and user_id = ${userId} and json_array_length(assets) < ${maxListed}
        and not exists (select 1 from json_each(assets) where value = ${asset})`),
  )
}

export async function removeListed(db: Db, userId: string, id: string, asset: string): Promise<void> {
  await db.write(() =>
    db.orm.run(sql`
      update watchlists set assets =
        (select json_group_array(value) from (select value from json_each(assets) where value <> ${asset} order by key))
      where id = ${id} and user_id = ${userId}`),
  )
}

/**
 * Puts the assets of a list into an order. Assets that the order does not name, as those added meanwhile in another
 * tab, follow in their present order; names that the list does not have are ignored.
 */
export async function orderListed(db: Db, userId: string, id: string, order: readonly string[]): Promise<void> {
  await db.write(() =>
    db.orm.run(sql`
      update watchlists set assets = (
        select json_group_array(value) from (
          select listed.value as value from json_each(watchlists.assets) as listed
          left join (select value, min(key) as place from json_each(${JSON.stringify(order)}) group by value) as wanted
            on wanted.value = listed.value
          order by coalesce(wanted.place, 1000 + listed.key)))
      where id = ${id} and user_id = ${userId}`),
  )
}

export async function deleteWatchlist(db: Db, userId: string, id: string): Promise<Watchlist | undefined> {
  const [row] = await db.write(() => db.orm.delete(watchlists).where(own(userId, id)).returning(shown))
  return row
}
