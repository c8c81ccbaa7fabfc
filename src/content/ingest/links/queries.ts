import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../../db/client.ts'
import { blogTables, categoryTables, contentLinks } from '../../../db/schema/content.ts'
import { type Locale, locales, localised, splitLocale } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import type { FoundLink } from './find-links.ts'

/** Max rows per statement */
const maxRows = 500

export function replaceLinks(db: Db, file: string, links: readonly FoundLink[]): BatchStatement[] {
  const rows = links.map((link) => ({ ...link, file, isDead: false }))
  const inserts: BatchStatement[] = []
  for (let from = 0; from < rows.length; from += maxRows)
    inserts.push(db.orm.insert(contentLinks).values(rows.slice(from, from + maxRows)))
  return [deleteLinks(db, file), ...inserts]
}

export function deleteLinks(db: Db, file: string): BatchStatement {
  return db.orm.delete(contentLinks).where(eq(contentLinks.file, file))
}

const isPublicAt = (path: string) => sql`(f.path = ${sql.raw(path)} and f.anchors is not null)`
const isPublicBelow = (path: string) =>
  sql`(f.path > ${sql.raw(path)} || '/' and f.path < ${sql.raw(path)} || '0' and f.anchors is not null)`
const own = 'content_links.path'
const other = 'content_links.other_path'

/** SQL: whether the page at a path has the link's anchor; null if there is no page. */
const hasAnchor = (path: string) => sql`(select content_links.anchor is null
    or exists (select 1 from json_each(f.anchors) as a where a.value = content_links.anchor)
  from content_files as f where ${isPublicAt(path)})`

/**
 * SQL: whether a link is dead. The page in the link's own language is checked first. A link to a folder without a page
 * leads to its first page.
 */
const isDead = sql`not coalesce(${hasAnchor(own)}, ${hasAnchor(other)}, content_links.anchor is null
  and (exists (select 1 from content_files as f where ${isPublicBelow(own)})
    or exists (select 1 from content_files as f where ${isPublicBelow(other)})))`

/** Updates whether links are dead: all links of a file, and all links to addresses that its change may affect. */
export function checkLinks(db: Db, file: string, addresses: readonly string[]): BatchStatement {
  const inAll = [...new Set(addresses)].flatMap((path) => {
    const below = splitLocale(path).path
    return locales.map((locale) => localised(locale, below))
  })
  const folders = [...new Set(inAll.flatMap(foldersOf))]
  const isFolder = sql`not exists (select 1 from content_files as f where ${isPublicAt(own)})`
  return db.orm
    .update(contentLinks)
    .set({ isDead })
    .where(
      or(
        eq(contentLinks.file, file),
        inArray(contentLinks.path, inAll),
        and(inArray(contentLinks.path, folders), isFolder),
      ),
    )
}

/** Lists the folders above a path: `/docs/a/b` → `/docs/a`, `/docs` */
function foldersOf(path: string): string[] {
  const steps = path.split('/')
  return steps.slice(2).map((_, at) => steps.slice(0, at + 2).join('/'))
}

export interface DeadLink extends Pick<FoundLink, 'written' | 'path' | 'otherPath'> {
  file: string
  line: number | null
  anchor: string | null
  /** Whether the target page exists, so that only the anchor is missing */
  hasPage: boolean
}

export async function listDeadLinks(db: Db): Promise<DeadLink[]> {
  const { file, written, line, path, otherPath, anchor } = contentLinks
  const hasPage = sql<number>`exists (select 1 from content_files as f where ${isPublicAt(own)} or ${isPublicAt(other)})`
  const rows = await db.orm
    .select({ file, written, line, path, otherPath, anchor, hasPage })
    .from(contentLinks)
    // The 1 is a literal instead of a parameter, so that the partial index on these rows is used.
    .where(sql`is_dead = 1`)
    .orderBy(file, line, written)
  return rows.map((row) => ({ ...row, hasPage: row.hasPage === 1 }))
}

export async function hasPage(db: Db, path: string): Promise<boolean> {
  return (await db.orm.all(sql`select 1 from content_files where path = ${path} and anchors is not null`)).length > 0
}

/** Lists links to an old address that are not dead only because the other language still has a page there. */
export async function listMovedLinks(db: Db): Promise<Pick<DeadLink, 'file' | 'line' | 'written' | 'path'>[]> {
  return db.orm.all(sql`
    select l.file, l.line, l.written, l.path
    from (select path from content_redirects union select path from content_moves where target is not null) as m
    cross join content_links as l on l.path = m.path
    where l.is_dead = 0 and not exists (select 1 from content_files as f where f.path = l.path and f.anchors is not null)
    order by l.file, l.line, l.written`)
}

/** Lists the addresses of categories in a language, with or without a file of their own. */
export async function listCategoryAddresses(db: Db, locale: Locale): Promise<string[]> {
  const categories = categoryTables[locale]
  const articles = blogTables[locale]
  const described = await db.orm.select({ slug: categories.slug }).from(categories)
  const used = await db.orm.selectDistinct({ slug: articles.category }).from(articles)
  return [...described, ...used].map(({ slug }) => localised(locale, href(paths.blogCategory, { category: slug })))
}
