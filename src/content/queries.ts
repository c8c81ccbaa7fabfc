import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { Db, Reader } from '../db/client.ts'
import {
  blogEn,
  blogRu,
  categoriesEn,
  categoriesRu,
  contentFiles,
  contentFolders,
  contentImages,
  contentState,
  docsEn,
  docsRu,
} from '../db/schema/content.ts'
import type { Locale } from '../i18n/locales.ts'
import type { PageKind } from './collections.ts'
import type { Place } from './page-rows.ts'

const docs = { ru: docsRu, en: docsEn }
const blog = { ru: blogRu, en: blogEn }
const categories = { ru: categoriesRu, en: categoriesEn }

/** 0 before the first ingest; raised by every public change. */
export async function findContentVersion(db: Reader): Promise<number> {
  const [state] = await db.orm.all<{ version: number }>(sql`select version from ${contentState} limit 1`)
  return state?.version ?? 0
}

/** Of one reading: it takes a millisecond or two */
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
  /** Of the content, with which it came */
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

/** In the order in which they came, those behind a place. */
export function listDocsAfter(db: Reader, locale: Locale, place: Place) {
  return listAfter<DocsListRow>(db, 'docs', locale, place, sql`navigation, updated`)
}

export function listArticlesAfter(db: Reader, locale: Locale, place: Place) {
  return listAfter<ArticleListRow>(db, 'blog', locale, place, sql`category, date, image`)
}

/** By the index that has all of it: else the one for addresses would be taken, and each row read with its texts. */
async function listAfter<Row extends ListRow>(db: Reader, kind: PageKind, locale: Locale, place: Place, own: SQL) {
  const table = getTableName(tableOf(kind, locale))
  return db.orm.all<Row>(sql`
    select p.path, stem, title, description, robots, sitemap, file, words, ${own}, version from ${contentFiles} f
    cross join ${sql.identifier(table)} p indexed by ${sql.identifier(`${table}_list`)} on p.path = f.path
    where f.collection = ${`${kind}_${locale}`} and (f.version, f.path) > (${place.version}, ${place.path})
    order by f.version, f.path limit ${rowsAtOnce}`)
}

function tableOf(kind: PageKind, locale: Locale) {
  return kind === 'docs' ? docs[locale] : blog[locale]
}

/** Of the site: rows of folders stand beside those of the documentation. */
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
  /** JSON of `ProseBody` where it is drawn, else of `Body` */
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
  /** Of the collection */
  locale: Locale
  path: string
  /** Whether the text may come as ingest has drawn it */
  drawn: boolean
}

/** What was last ingested before texts were drawn there, and cannot be now, has its nodes alone. */
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
  const field = (value: unknown) => (typeof value === 'string' ? value : null)
  const { seo, ogImage, robots, schemaOrg, meta } = row
  return {
    text: String(row.text),
    isDrawn: row.isDrawn === 1,
    seo: field(seo),
    ogImage: field(ogImage),
    robots: field(robots),
    schemaOrg: field(schemaOrg),
    meta: field(meta),
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
