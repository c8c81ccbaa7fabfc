import { desc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
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

/** 0 before the first ingest; raised by every change of what is public. */
export async function findContentVersion(db: Db): Promise<number> {
  const [state] = await db.orm.select({ version: contentState.version }).from(contentState).limit(1)
  return state?.version ?? 0
}

export type DocsListRow = Awaited<ReturnType<typeof listDocs>>[number]
export type ArticleListRow = Awaited<ReturnType<typeof listArticles>>[number]

/** Every public documentation page of a language, without bodies. */
export async function listDocs(db: Db, locale: Locale) {
  const table = docs[locale]
  return db.orm
    .select({
      path: table.path,
      stem: table.stem,
      title: table.title,
      description: table.description,
      navigation: table.navigation,
      updated: table.updated,
      robots: table.robots,
      sitemap: table.sitemap,
      file: contentFiles.file,
      words: contentFiles.words,
    })
    .from(table)
    .innerJoin(contentFiles, eq(contentFiles.path, table.path))
}

/** Every public article of a language, newest first, without bodies. */
export async function listArticles(db: Db, locale: Locale) {
  const table = blog[locale]
  return db.orm
    .select({
      path: table.path,
      stem: table.stem,
      title: table.title,
      description: table.description,
      category: table.category,
      date: table.date,
      image: table.image,
      robots: table.robots,
      sitemap: table.sitemap,
      file: contentFiles.file,
      words: contentFiles.words,
    })
    .from(table)
    .innerJoin(contentFiles, eq(contentFiles.path, table.path))
    .orderBy(desc(table.date), table.path)
}

export async function listCategories(db: Db, locale: Locale) {
  const table = categories[locale]
  return db.orm.select().from(table).orderBy(table.stem)
}

export async function listFolders(db: Db) {
  return db.orm.select().from(contentFolders)
}

export async function listImages(db: Db) {
  return db.orm.select().from(contentImages)
}

/** The JSON of a page's body; none when the page is not public. */
export async function findBody(db: Db, kind: PageKind, locale: Locale, path: string): Promise<string | undefined> {
  const table = kind === 'docs' ? docs[locale] : blog[locale]
  const [row] = await db.orm.select({ body: table.body }).from(table).where(eq(table.path, path)).limit(1)
  return row?.body
}

/** What a public page's front matter says of its head, as JSON. */
export async function findHeadColumns(db: Db, kind: PageKind, locale: Locale, path: string) {
  const table = kind === 'docs' ? docs[locale] : blog[locale]
  const { seo, ogImage, robots, schemaOrg } = table
  const [row] = await db.orm
    .select({ seo, ogImage, robots, schemaOrg })
    .from(table)
    .where(eq(table.path, path))
    .limit(1)
  return row
}

/** A public page's Markdown as its author wrote it. */
export async function findSource(db: Db, path: string): Promise<string | undefined> {
  const [row] = await db.orm
    .select({ source: contentFiles.source })
    .from(contentFiles)
    .where(eq(contentFiles.path, path))
    .limit(1)
  return row?.source || undefined
}
