import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Characters of a UUIDv7 before those that follow from an idempotency key */
const timePart = 'xxxxxxxx-xxxx-7xxx-'.length
/** A key that is older is a new one: who comes back to a page on the next day wants another thing. */
const maxKeyAgeMs = 86_400_000

/**
 * A UUIDv7. With an idempotency key (64 hex digits) its last 62 bits follow from the key: rows carry the key in their id, so that
 * an insert can exclude a second row of it, and nothing is kept beside them.
 */
export function keyedId(at: number, key?: string): string {
  const id = Bun.randomUUIDv7('hex', at)
  if (key === undefined) return id
  const variant = '89ab'[Number.parseInt(key.charAt(0), 16) & 3]
  return `${id.slice(0, timePart)}${variant}${key.slice(1, 4)}-${key.slice(4, 16)}`
}

/** Whether a row was made with the key that `id` was made with, at most a day before: a range of the primary key. */
export function hasKeyOf(column: SQLWrapper, id: string): SQL {
  const at = Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
  const since = Math.max(0, at - maxKeyAgeMs)
    .toString(16)
    .padStart(12, '0')
  const oldest = `${since.slice(0, 8)}-${since.slice(8)}`
  return sql`(${column} >= ${oldest} and substr(${column}, ${sql.raw(String(timePart + 1))}) = ${id.slice(timePart)})`
}
