import { eq, getTableName, sql } from 'drizzle-orm'
import type { Db, Reader } from '../db/client.ts'
import {
  blogTables as blog,
  categoryTables as categories,
  contentFiles,
  contentFolders,
  contentImages,
  contentState,
  docsTables as docs,
} from '../db/schema/content.ts'
import type { Locale } from '../i18n/locales.ts'
import type { PageKind } from './collections.ts'

/** 0 before the first ingest; increased by every public change. */
export async function findContentVersion(db: Reader): Promise<number> {
  const [state] = await db.orm.all<{ version: number }>(sql`select version from ${contentState} limit 1`)
  return state?.version ?? 0
}

/** Max number of rows per read, which takes a millisecond or two */
export const rowsAtOnce = 500

interface ListRow {
  path: string
  stem: string
  title: string
  description: string
  robots: string | null
  sitemap: string | null
  file: string
  words: number
  /** Content version that added or changed the row */
  version: number
}

export interface DocsListRow extends ListRow {
  navigation: string | null
  updated: string | null
}

export interface ArticleListRow extends ListRow {
  category: string
  date: string
  image: string | null
}

/** Position of a row in the order of changes */
export interface Place {
  version: number
  path: string
}

type ListReader = Pick<Db, 'readAll'>
/** Values of a row's columns, in the order in which `listAfter` reads them */
type Values = readonly unknown[]

/** Lists rows of pages after a place, in the order of changes. */
export async function listDocsAfter(db: ListReader, locale: Locale, place: Place): Promise<DocsListRow[]> {
  const rows = await listAfter(db, 'docs', locale, place, 'navigation, updated')
  return rows.map((row) =>
    Object.assign(listRow(row), { navigation: textOrNull(row[9]), updated: textOrNull(row[10]) }),
  )
}

export async function listArticlesAfter(db: ListReader, locale: Locale, place: Place): Promise<ArticleListRow[]> {
  const rows = await listAfter(db, 'blog', locale, place, 'category, date, image')
  return rows.map((row) => ({
    ...listRow(row),
    category: String(row[9]),
    date: String(row[10]),
    image: textOrNull(row[11]),
  }))
}

/**
 * Reads rows after a place by the covering index: otherwise the index on addresses would be used, and each row read
 * with its texts. Returns arrays, because reading thousands of rows as objects takes five times as long.
 */
function listAfter(db: ListReader, kind: PageKind, locale: Locale, place: Place, own: string) {
  const table = getTableName(tableOf(kind, locale))
  return db.readAll(`
    select p.path, stem, title, description, robots, sitemap, file, words, version, ${own}
    from ${getTableName(contentFiles)} f
    cross join ${table} p indexed by ${table}_list on p.path = f.path
    where f.collection = ? and (f.version, f.path) > (?, ?)
    order by f.version, f.path limit ${rowsAtOnce}`)(`${kind}_${locale}`, place.version, place.path)
}

function listRow(row: Values): ListRow {
  return {
    path: String(row[0]),
    stem: String(row[1]),
    title: String(row[2]),
    description: String(row[3]),
    robots: textOrNull(row[4]),
    sitemap: textOrNull(row[5]),
    file: String(row[6]),
    words: Number(row[7]),
    version: Number(row[8]),
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function tableOf(kind: PageKind, locale: Locale) {
  return kind === 'docs' ? docs[locale] : blog[locale]
}

/** Counts the pages of a kind; the rows of folders, which are in the same table, are excluded. */
export async function countPages(db: Reader, kind: PageKind, locale: Locale): Promise<number> {
  const [row] = await db.orm.all<{ pages: number }>(
    sql`select count(*) as pages from ${tableOf(kind, locale)} where path not like '%/.navigation'`,
  )
  return row?.pages ?? 0
}

export async function listPaths(db: Db, kind: PageKind, locale: Locale): Promise<string[]> {
  const rows = await db.orm.all<{ path: string }>(sql`select path from ${tableOf(kind, locale)}`)
  return rows.map(({ path }) => path)
}

export async function listCategories(db: Db, locale: Locale) {
  const table = categories[locale]
  return db.orm.select().from(table).orderBy(table.stem, table.id)
}

export async function listFolders(db: Db) {
  return db.orm.select().from(contentFolders)
}

export async function listImages(db: Db) {
  return db.orm.select().from(contentImages)
}

export interface PageRow {
  /** Text of the page: JSON of `ProseBody` if it was rendered by ingest, else of `Body` */
  text: string
  isDrawn: boolean
  seo: string | null
  ogImage: string | null
  robots: string | null
  schemaOrg: string | null
  meta: string | null
}

export interface PageRequest {
  kind: PageKind
  locale: Locale
  path: string
  /** Whether the text may be the HTML that the ingest has rendered */
  drawn: boolean
}

/**
 * Reads the row of a page. The text is its nodes instead of HTML if it was last ingested before rendered HTML was
 * stored.
 */
export async function findPageRow(
  db: Pick<Db, 'readOne'>,
  { kind, locale, path, drawn }: PageRequest,
): Promise<PageRow | undefined> {
  const table = getTableName(kind === 'docs' ? docs[locale] : blog[locale])
  const nodes = 'coalesce(shown, body)'
  const text = drawn
    ? `coalesce(prose, ${nodes}) as text, prose is not null as isDrawn`
    : `${nodes} as text, 0 as isDrawn`
  const from = `${table} join ${getTableName(contentFiles)} using (path)`
  const query = `select ${text}, seo, ogImage, robots, schemaOrg, meta from ${from} where path = ?`
  const row = await db.readOne(query)(path)
  if (!row) return undefined
  const { seo, ogImage, robots, schemaOrg, meta } = row
  return {
    text: String(row.text),
    isDrawn: row.isDrawn === 1,
    seo: textOrNull(seo),
    ogImage: textOrNull(ogImage),
    robots: textOrNull(robots),
    schemaOrg: textOrNull(schemaOrg),
    meta: textOrNull(meta),
  }
}

export async function findSource(db: Db, path: string): Promise<string | undefined> {
  const [row] = await db.orm
    .select({ source: contentFiles.source })
    .from(contentFiles)
    .where(eq(contentFiles.path, path))
    .limit(1)
  return row?.source || undefined
}
