import { sql } from 'drizzle-orm'
import type { Reader } from '../db/client.ts'
import { pathOf } from './addresses.ts'

/** Max number of redirect steps, because pages may name each other as old addresses. */
const maxSteps = 8

/**
 * Finds the page that was formerly at an address: by its front matter, or else by the hash of its text, or else by the
 * file name that the address spells: `/docs/1.API` → `/docs/api`.
 * @param path  decoded, with its locale prefix
 */
export async function findMoved(db: Reader, path: string): Promise<string | undefined> {
  return (await findRedirect(db, path)) ?? (await findByFileName(db, path))
}

async function findByFileName(db: Reader, path: string): Promise<string | undefined> {
  const address = pathOf(path.slice(1))
  if (address === path) return undefined
  const [row] = await db.orm.all<{ path: string }>(
    sql`select path from content_files where path = ${address} and text_hash is not null limit 1`,
  )
  return row?.path
}

async function findRedirect(db: Reader, path: string): Promise<string | undefined> {
  let at = path
  for (let step = 0; step < maxSteps; step++) {
    const next = await findNext(db, at)
    if (!next || next.hasPage === 1) return next?.target
    at = next.target
  }
  return undefined
}

async function findNext(db: Reader, path: string) {
  const [row] = await db.orm.all<{ target: string; hasPage: number }>(sql`
    select target, exists (select 1 from content_files f where f.path = target and f.text_hash is not null) as hasPage
    from (
      select target, 0 as place, file from content_redirects where path = ${path}
      union all
      select target, 1, '' from content_moves where path = ${path} and target is not null)
    order by place, file limit 1`)
  return row
}

/** Returns a value that changes whenever old addresses in the front matter change. */
export async function findRedirectsRevision(db: Reader): Promise<string> {
  const [row] = await db.orm.all<{ mark: string }>(
    sql`select count(*) || '-' || coalesce(max(version), 0) as mark from content_redirects`,
  )
  return row?.mark ?? ''
}
