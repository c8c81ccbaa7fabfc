import { and, eq, gt, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import {
  blogTables,
  categoryTables,
  contentFiles,
  contentFolders,
  contentImages,
  contentState,
  docsTables,
  info,
} from '../../db/schema/content.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { CollectionName } from '../collections.ts'
import type { FileStamp } from './file-stamp.ts'

type DocsRow = typeof docsTables.ru.$inferInsert
type BlogRow = typeof blogTables.ru.$inferInsert
type CategoryRow = typeof categoryTables.ru.$inferInsert
type InfoRow = typeof info.$inferInsert
export type FileRow = typeof contentFiles.$inferSelect
export type KnownFile = Omit<FileRow, HeavyColumn | 'version'>
/** Stored rows of the files that a run of the ingest examines, by file name */
export type KnownFiles = Map<string, KnownFile>
/** Columns that `KnownFile` does not have, because for thousands of files they would take too much memory. */
type HeavyColumn = 'source' | 'prose' | 'shown' | 'warnings' | 'pictures' | 'anchors' | 'textHash'
export type FolderRow = typeof contentFolders.$inferInsert
export type ImageRow = typeof contentImages.$inferInsert

export type CollectionRow =
  | { collection: `docs_${Locale}`; row: DocsRow }
  | { collection: `blog_${Locale}`; row: BlogRow }
  | { collection: `categories_${Locale}`; row: CategoryRow }
  | { collection: 'info'; row: InfoRow }

const tables = {
  docs_ru: docsTables.ru,
  docs_en: docsTables.en,
  blog_ru: blogTables.ru,
  blog_en: blogTables.en,
  categories_ru: categoryTables.ru,
  categories_en: categoryTables.en,
  info,
} satisfies Record<CollectionName, unknown>

/**
 * Reads the stamps of all files, '' if a file has none. They are read as one text, because every start reads all of
 * them, and thousands of rows take three times as long. '//' separates safely: no path has two slashes in a row.
 */
export async function readStamps(db: Pick<Db, 'readAll'>): Promise<Map<string, FileStamp>> {
  const [row] = await db.readAll("select group_concat(file || '//' || coalesce(stamp, ''), '//') from content_files")()
  const parts = typeof row?.[0] === 'string' ? row[0].split('//') : []
  const stamps = new Map<string, FileStamp>()
  for (let at = 0; at < parts.length; at += 2) stamps.set(parts[at] ?? '', parts[at + 1] ?? '')
  return stamps
}

/** Lists files whose publication time has come. @param now  ms UTC */
export async function listDueFiles(db: Db, now: number): Promise<string[]> {
  const rows = await db.orm
    .select({ file: contentFiles.file })
    .from(contentFiles)
    .where(lte(contentFiles.publishAt, now))
  return rows.map(({ file }) => file)
}

const knownColumns = 'file, collection, row_id, path, digest, words, publish_at, stamp'

/** Reads the rows of files. It uses plain SQL, because for thousands of rows drizzle takes five times as long. */
export async function listFiles(db: Pick<Db, 'readAll'>, files: readonly string[]): Promise<KnownFile[]> {
  const some = 'file in (select value from json_each(?))'
  const rows = await db.readAll(`select ${knownColumns} from content_files where ${some}`)(JSON.stringify(files))
  return rows.map(knownFile)
}

/** Returns the file whose page has an address, public or not; undefined if there is none. */
export async function findFileAt(db: Pick<Db, 'readAll'>, path: string): Promise<KnownFile | undefined> {
  const [row] = await db.readAll(`select ${knownColumns} from content_files where path = ?`)(path)
  return row && knownFile(row)
}

function knownFile([file, collection, rowId, path, digest, words, publishAt, stamp]: readonly unknown[]): KnownFile {
  return {
    file: String(file),
    collection: String(collection),
    rowId: String(rowId),
    path: String(path),
    digest: String(digest),
    words: Number(words),
    publishAt: publishAt === null ? null : Number(publishAt),
    stamp: typeof stamp === 'string' ? stamp : null,
  }
}

export async function listFileNames(db: Db): Promise<string[]> {
  const rows = await db.orm.select({ file: contentFiles.file }).from(contentFiles)
  return rows.map(({ file }) => file)
}

/**
 * Returns the time of the next publication. @param now  ms UTC. @returns ms UTC; undefined if no publication is
 * scheduled
 */
export async function findNextPublication(db: Db, now: number): Promise<number | undefined> {
  const soonest = sql<number | null>`min(${contentFiles.publishAt})`
  const [row] = await db.orm.select({ soonest }).from(contentFiles).where(gt(contentFiles.publishAt, now))
  return row?.soonest ?? undefined
}

export async function listCategorySlugs(db: Db, locale: Locale): Promise<string[]> {
  const table = categoryTables[locale]
  const rows = await db.orm.select({ slug: table.slug }).from(table)
  return rows.map(({ slug }) => slug)
}

/** Lists public articles whose category has no file. */
export async function listUncategorized(db: Db, locale: Locale): Promise<{ file: string; category: string }[]> {
  const articles = blogTables[locale]
  const known = categoryTables[locale]
  return db.orm
    .select({ file: contentFiles.file, category: articles.category })
    .from(articles)
    .innerJoin(contentFiles, eq(contentFiles.path, articles.path))
    .where(notInArray(articles.category, db.orm.select({ slug: known.slug }).from(known)))
}

export async function listStoredWarnings(db: Db): Promise<{ file: string; warnings: string }[]> {
  const rows = await db.orm
    .select({ file: contentFiles.file, warnings: contentFiles.warnings })
    .from(contentFiles)
    .where(isNotNull(contentFiles.warnings))
  return rows.map(({ file, warnings }) => ({ file, warnings: warnings ?? '[]' }))
}

/** Lists the pictures of all public pages. */
export async function listPicturesUsed(db: Db): Promise<{ file: string; pictures: string }[]> {
  const rows = await db.orm
    .select({ file: contentFiles.file, pictures: contentFiles.pictures })
    .from(contentFiles)
    .where(isNotNull(contentFiles.pictures))
  return rows.map(({ file, pictures }) => ({ file, pictures: pictures ?? '[]' }))
}

export function replaceRow(db: Db, { collection, row }: CollectionRow): BatchStatement[] {
  const remove = deleteRow(db, collection, row.id)
  switch (collection) {
    case 'docs_ru':
    case 'docs_en':
      return [remove, db.orm.insert(tables[collection]).values(row)]
    case 'blog_ru':
    case 'blog_en':
      return [remove, db.orm.insert(tables[collection]).values(row)]
    case 'categories_ru':
    case 'categories_en':
      return [remove, db.orm.insert(tables[collection]).values(row)]
    case 'info':
      return [remove, db.orm.insert(tables[collection]).values(row)]
  }
}

export function deleteRow(db: Db, collection: CollectionName, id: string): BatchStatement {
  const table = tables[collection]
  return db.orm.delete(table).where(eq(table.id, id))
}

/** SQL of the content version that `raiseVersion` will set later in the same batch. */
export const nextVersion = sql<number>`coalesce((select ${contentState.version} from ${contentState}), 0) + 1`

/** Stores the row of a file with the version that `raiseVersion` will set later in the same batch. */
export function replaceFile(db: Db, row: Omit<FileRow, 'version'>): BatchStatement {
  const values = { ...row, version: nextVersion }
  return db.orm.insert(contentFiles).values(values).onConflictDoUpdate({ target: contentFiles.file, set: values })
}

export function stampFile(db: Db, { file, stamp }: Pick<FileRow, 'file' | 'stamp'>): BatchStatement {
  return db.orm.update(contentFiles).set({ stamp }).where(eq(contentFiles.file, file))
}

export function deleteFile(db: Db, file: string): BatchStatement {
  return db.orm.delete(contentFiles).where(eq(contentFiles.file, file))
}

export function replaceFolder(db: Db, row: FolderRow): BatchStatement {
  return db.orm.insert(contentFolders).values(row).onConflictDoUpdate({ target: contentFolders.stem, set: row })
}

export function deleteFolder(db: Db, stem: string): BatchStatement {
  return db.orm.delete(contentFolders).where(eq(contentFolders.stem, stem))
}

export function deleteImage(db: Db, src: string): BatchStatement {
  return db.orm.delete(contentImages).where(eq(contentImages.src, src))
}

export function replaceImage(db: Db, row: ImageRow): BatchStatement {
  return db.orm.insert(contentImages).values(row).onConflictDoUpdate({ target: contentImages.src, set: row })
}

/** Stores the widths of a picture's copies, unless the picture has changed since */
export function updateWidths(db: Db, { src, digest, widths }: ImageRow): BatchStatement {
  const isSame = and(eq(contentImages.src, src), eq(contentImages.digest, digest))
  return db.orm.update(contentImages).set({ widths }).where(isSame)
}

/** Raises the content version, which invalidates all pages that were rendered from an older version. */
export function raiseVersion(db: Db): BatchStatement {
  return db.orm
    .insert(contentState)
    .values({ id: 1, version: 1 })
    .onConflictDoUpdate({ target: contentState.id, set: { version: sql`${contentState.version} + 1` } })
}
