import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Number of characters of a UUIDv7 before those that are derived from an idempotency key */
const timePart = 'xxxxxxxx-xxxx-7xxx-'.length
/** Lifetime of an idempotency key, ms: a form sent again on the next day is a new request. */
const maxKeyAgeMs = 86_400_000

/**
 * Returns a UUIDv7. With an idempotency key (64 hex digits) its last 62 bits are derived from the key. Rows carry the
 * key in their id, so an insert can exclude a duplicate and no separate table of keys is needed.
 */
export function keyedId(at: number, key?: string): string {
  const id = Bun.randomUUIDv7('hex', at)
  if (key === undefined) return id
  const variant = '89ab'[Number.parseInt(key.charAt(0), 16) & 3]
  return `${id.slice(0, timePart)}${variant}${key.slice(1, 4)}-${key.slice(4, 16)}`
}

/**
 * Returns an SQL condition: the row was created with the same key as `id`, at most a day before. The condition is a
 * range of the primary key.
 */
export function hasKeyOf(column: SQLWrapper, id: string): SQL {
  const at = Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
  const since = Math.max(0, at - maxKeyAgeMs)
    .toString(16)
    .padStart(12, '0')
  const oldest = `${since.slice(0, 8)}-${since.slice(8)}`
  return sql`(${column} >= ${oldest} and substr(${column}, ${sql.raw(String(timePart + 1))}) = ${id.slice(timePart)})`
}
