import type Database from 'libsql'

/** Whoever has what is in them comes in without proving anything else; passkeys and Telegram links stay. */
const tables = ['sessions', 'account_links', 'api_tokens'] as const

/**
 * Sessions, one-time links and API tokens of a backup: those that were ended since are among them.
 * @param db  of a file that nobody uses yet; tables that older releases lack have none
 */
export function countAccess(db: Database.Database): number {
  return present(db).reduce((sum, table) => sum + countOf(db.prepare(`select count(*) count from ${table}`).get()), 0)
}

/** @returns how many have ended */
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
