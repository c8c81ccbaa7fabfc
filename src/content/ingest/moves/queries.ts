import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../../db/client.ts'
import { contentMoves, contentRedirects } from '../../../db/schema/content.ts'
import { nextVersion } from '../queries.ts'
import type { OldAddress } from './old-addresses.ts'

/** Left addresses that are remembered; of more those that were left first are forgotten. */
const mostMoves = 20_000
/** Of one statement */
const rowsAtOnce = 500

/** Those that stay keep the version with which they came. */
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

/** What leaves may be somewhere else already: an editor may copy before it deletes. Before the file's row goes. */
export function leaveAddress(db: Db, file: string, path: string): BatchStatement[] {
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

/** A page is nobody's old address, and where the text was before leads to it, and what led there. */
export function arriveAt(db: Db, path: string, hash: string): BatchStatement[] {
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
      (select path from content_moves order by version desc, path limit -1 offset ${mostMoves})`)
}

/**
 * What a database remembers of left addresses is given to one that is made anew.
 * @param withPages  its pages too: they may have moved since
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

export interface RedirectRival {
  file: string
  path: string
  line: number
  /** The file whose page has the address */
  page: string | null
  /** The file that names it too, and comes first */
  other: string | null
}

export async function listRedirectRivals(db: Db): Promise<RedirectRival[]> {
  const page = sql`select f.file from content_files f where f.path = r.path and f.text_hash is not null`
  const other = sql`select min(o.file) from content_redirects o where o.path = r.path and o.file < r.file`
  const rows = await db.orm.all<RedirectRival>(sql`
    select r.file, r.path, r.line, (${page}) as page, (${other}) as other
    from content_redirects r order by r.file, r.path`)
  return rows.filter((row) => row.page !== null || row.other !== null)
}
