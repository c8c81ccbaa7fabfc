import type Database from 'libsql'

/** Rows that grant access without further proof. Passkeys and Telegram links stay. */
const tables = ['sessions', 'account_links', 'api_tokens'] as const

/**
 * Counts the sessions, one-time links and API tokens in a backup; it may contain some that were ended later.
 * @param db  a file not in use yet; tables missing from older releases count as empty
 */
export function countAccess(db: Database.Database): number {
  return present(db).reduce((sum, table) => sum + countOf(db.prepare(`select count(*) count from ${table}`).get()), 0)
}

/** Deletes them. @returns the number of deleted rows */
export function endAccess(db: Database.Database): number {
  return present(db).reduce((sum, table) => sum + Number(db.prepare(`delete from ${table}`).run().changes), 0)
}

function present(db: Database.Database): string[] {
  const find = db.prepare(`select 1 from sqlite_schema where type = 'table' and name = ?`)
  return tables.filter((table) => find.get(table) !== undefined)
}

function countOf(row: unknown): number {
  return typeof row === 'object' && row !== null && 'count' in row ? Number(row.count) : 0
}
