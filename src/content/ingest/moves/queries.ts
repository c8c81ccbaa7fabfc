import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../../db/client.ts'
import { contentMoves, contentRedirects } from '../../../db/schema/content.ts'
import { nextVersion } from '../queries.ts'
import type { OldAddress } from './old-addresses.ts'

/** Max number of stored old addresses; the oldest are deleted first. */
const maxMoves = 20_000
/** Max rows per statement */
const rowsAtOnce = 500

/** Replaces the old addresses that a file's front matter names. Addresses that remain keep their version. */
export function replaceRedirects(
  db: Db,
  file: string,
  target: string,
  addresses: readonly OldAddress[],
): BatchStatement[] {
  const rows = addresses.map(({ path, line }) => ({ file, path, target, line, version: nextVersion }))
  const paths = addresses.map(({ path }) => path)
  const remove = db.orm
    .delete(contentRedirects)
    .where(and(eq(contentRedirects.file, file), notInArray(contentRedirects.path, paths)))
  if (rows.length === 0) return [remove]
  const columns = [contentRedirects.file, contentRedirects.path]
  const set = { target, line: sql`excluded.line` }
  return [remove, db.orm.insert(contentRedirects).values(rows).onConflictDoUpdate({ target: columns, set })]
}

/**
 * Records the old address of a page that is removed, with its target if the same text already exists elsewhere (an
 * editor may copy before it deletes). Must run before the file's row is deleted.
 */
export function recordOldAddress(db: Db, file: string, path: string): BatchStatement[] {
  const now = sql`(select target from content_moves where path = ${path})`
  return [
    db.orm.run(sql`
      insert into content_moves (path, hash, target, version)
      select f.path, f.text_hash, (select o.path from content_files o
          where o.text_hash = f.text_hash and o.path <> f.path order by o.path limit 1), ${nextVersion}
      from content_files f where f.file = ${file} and f.text_hash is not null
      on conflict (path) do update set hash = excluded.hash, target = excluded.target, version = excluded.version`),
    db.orm.run(sql`update content_moves set target = ${now} where target = ${path} and ${now} is not null`),
  ]
}

/**
 * Removes the address of a new page from the old addresses, and redirects old addresses with the same text to it,
 * including chains that end there.
 */
export function redirectTo(db: Db, path: string, hash: string): BatchStatement[] {
  const lost = sql`hash = ${hash} and target is null`
  return [
    db.orm.run(sql`delete from content_moves where path = ${path}`),
    db.orm.run(sql`
      update content_moves set target = ${path} where target in (select path from content_moves where ${lost})`),
    db.orm.run(sql`update content_moves set target = ${path} where ${lost}`),
  ]
}

export function trimMoves(db: Db): BatchStatement {
  return db.orm.run(sql`
    delete from content_moves where path in
      (select path from content_moves order by version desc, path limit -1 offset ${maxMoves})`)
}

/**
 * Copies the recorded old addresses of a database to a new one.
 * @param withPages  also records its current pages, which may have moved since
 */
export async function copyMoves(from: Reader, to: Db, { withPages = false } = {}): Promise<void> {
  const pages = sql`union all select path, text_hash, null, 0 from content_files where text_hash is not null`
  const rows = await from.orm.all<typeof contentMoves.$inferInsert>(
    sql`select path, hash, target, 0 as version from content_moves ${withPages ? pages : sql``}`,
  )
  const statements: BatchStatement[] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    statements.push(
      to.orm
        .insert(contentMoves)
        .values(rows.slice(at, at + rowsAtOnce))
        .onConflictDoNothing(),
    )
  if (statements.length > 0) await to.writeBatch(statements, { lane: 'bulk' })
}

export interface RedirectConflict {
  file: string
  path: string
  line: number
  /** File whose page now has the old address */
  page: string | null
  /** Another file that names the same old address and takes precedence */
  other: string | null
}

export async function listRedirectConflicts(db: Db): Promise<RedirectConflict[]> {
  const page = sql`select f.file from content_files f where f.path = r.path and f.text_hash is not null`
  const other = sql`select min(o.file) from content_redirects o where o.path = r.path and o.file < r.file`
  const rows = await db.orm.all<RedirectConflict>(sql`
    select r.file, r.path, r.line, (${page}) as page, (${other}) as other
    from content_redirects r order by r.file, r.path`)
  return rows.filter((row) => row.page !== null || row.other !== null)
}
