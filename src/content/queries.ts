import { desc, eq, getTableName, sql } from 'drizzle-orm'
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

const docs = { ru: docsRu, en: docsEn }
const blog = { ru: blogRu, en: blogEn }
const categories = { ru: categoriesRu, en: categoriesEn }

/** 0 before the first ingest; raised by every public change. */
export async function findContentVersion(db: Reader): Promise<number> {
  const [state] = await db.orm.all<{ version: number }>(sql`select version from ${contentState} limit 1`)
  return state?.version ?? 0
}

export type DocsListRow = Awaited<ReturnType<typeof listDocs>>[number]
export type ArticleListRow = Awaited<ReturnType<typeof listArticles>>[number]

export async function listDocs(db: Db, locale: Locale) {
  const table = docs[locale]
  return db.orm
    .select({ ...listColumns(table), navigation: table.navigation, updated: table.updated })
    .from(table)
    .innerJoin(contentFiles, eq(contentFiles.path, table.path))
}

export async function listArticles(db: Db, locale: Locale) {
  const table = blog[locale]
  return db.orm
    .select({ ...listColumns(table), category: table.category, date: table.date, image: table.image })
    .from(table)
    .innerJoin(contentFiles, eq(contentFiles.path, table.path))
    .orderBy(desc(table.date), table.path)
}

type PageTable = (typeof docs)[Locale] | (typeof blog)[Locale]

function listColumns({ path, stem, title, description, robots, sitemap }: PageTable) {
  const { file, words } = contentFiles
  return { path, stem, title, description, robots, sitemap, file, words }
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
  const text = drawn ? 'coalesce(prose, body) as text, prose is not null as isDrawn' : 'body as text, 0 as isDrawn'
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
