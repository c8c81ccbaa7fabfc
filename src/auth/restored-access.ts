import type Database from 'libsql'

/** Tables whose rows grant access without further proof. Passkeys and Telegram links stay. */
const tables = ['sessions', 'account_links', 'api_tokens'] as const

/**
 * Counts the sessions, one-time links and API tokens in a backup; some of them may have been ended after the backup.
 * @param db  a file not in use yet; tables missing from older releases count as empty
 */
export function countAccess(db: Database.Database): number {
  return present(db).reduce((sum, table) => sum + countOf(db.prepare(`select count(*) count from ${table}`).get()), 0)
}

/** Deletes the sessions, one-time links and API tokens of a backup. @returns the number of deleted rows */
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
