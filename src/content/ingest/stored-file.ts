import type { BatchStatement, Db } from '../../db/client.ts'
import { isLocale, type Locale, splitLocale } from '../../i18n/locales.ts'
import type { Highlighter } from '../body/highlight.ts'
import { type Collection, collections } from '../collections.ts'
import type { IndexedPage, PageAddress } from '../search/index-queries.ts'
import { replaceSynonyms } from '../search/queries.ts'
import type { FileBatch } from './file-batch.ts'
import type { FoundLink } from './links/find-links.ts'
import { checkLinks, deleteLinks, replaceLinks } from './links/queries.ts'
import type { OldAddress } from './moves/old-addresses.ts'
import { recordOldAddress, redirectTo, replaceRedirects } from './moves/queries.ts'
import { errorsIn, type FoundProblem, type Problem } from './problem.ts'
import {
  deleteFile,
  deleteFolder,
  deleteRow,
  type FileRow,
  type KnownFile,
  type KnownFiles,
  replaceFile,
} from './queries.ts'
import type { SourceFile } from './read-source.ts'

export interface FileContext {
  db: Db
  highlighter: Highlighter
  /** Returns the current time, ms UTC */
  now(): number
  known: KnownFiles
  /** Batch in which the file's statements may wait for other files. */
  batch: FileBatch
  source: SourceFile
  text: string
}

export interface FileOutcome {
  problems: Problem[]
  /** Whether the file was stored; false if its last good version is kept */
  isGood: boolean
}

/** Links and old addresses of a page; empty while the page is not public */
export interface PageReferences {
  links: readonly FoundLink[]
  oldAddresses: readonly OldAddress[]
}

/** Replaces the previous rows of the file by `statements`, atomically. */
export async function saveFile(
  { db, known, batch, source }: FileContext,
  row: Omit<FileRow, 'file' | 'digest' | 'stamp' | 'version'>,
  statements: BatchStatement[],
  { references, page }: { references?: PageReferences; page?: IndexedPage | undefined } = {},
): Promise<void> {
  const { file, digest, stamp = null } = source
  const before = known.get(file)
  const saved = [
    ...(before ? unpublishStatements(db, before) : []),
    ...statements,
    replaceFile(db, { ...row, file, digest, stamp }),
    ...(references ? referenceStatements(db, file, row, references, before) : []),
  ]
  const paths = [row.path, before?.path ?? row.path]
  await batch.add({ statements: saved, paths, size: row.source.length, left: before && indexedAddress(before), page })
  // The row is remembered without its texts, because those of thousands of files would take too much memory.
  const {
    source: _,
    prose: __,
    warnings: ___,
    pictures: ____,
    anchors: _____,
    textHash: ______,
    shown: _______,
    ...about
  } = row
  known.set(file, { ...about, file, digest, stamp })
}

function referenceStatements(
  db: Db,
  file: string,
  { path, textHash }: Pick<FileRow, 'path' | 'textHash'>,
  { links, oldAddresses }: PageReferences,
  before: KnownFile | undefined,
): BatchStatement[] {
  return [
    ...replaceLinks(db, file, links),
    checkLinks(db, file, [before?.path ?? path, path]),
    ...replaceRedirects(db, file, path, oldAddresses),
    ...(textHash ? redirectTo(db, path, textHash) : []),
  ]
}

export function rejected(file: string, problems: FoundProblem[]): FileOutcome {
  return { problems: errorsIn(file, problems), isGood: false }
}

export async function removeFile(db: Db, batch: FileBatch, row: KnownFile): Promise<void> {
  const { file } = row
  const isPage = row.path !== ''
  const leaving = isPage ? [...recordOldAddress(db, file, row.path), ...replaceRedirects(db, file, row.path, [])] : []
  const links = isPage ? [deleteLinks(db, file), checkLinks(db, file, [row.path])] : []
  const statements = [...unpublishStatements(db, row), ...leaving, deleteFile(db, file), ...links]
  await batch.add({ statements, paths: [row.path], size: 0, left: indexedAddress(row) })
}

function unpublishStatements(db: Db, { collection, rowId }: KnownFile): BatchStatement[] {
  if (collection === 'folder') {
    const settings = folderRowId(rowId)
    return [deleteFolder(db, rowId), ...(settings ? [deleteRow(db, settings.collection, settings.id)] : [])]
  }
  if (collection === 'search') return isLocale(rowId) ? replaceSynonyms(db, rowId, []) : []
  return [deleteRow(db, kindOf(collection).name, rowId)]
}

/** Returns the address of a file's page in the search index; undefined for files that are not pages */
function indexedAddress({ collection, path }: Pick<KnownFile, 'collection' | 'path'>): PageAddress | undefined {
  const kind = path ? kindOf(collection) : undefined
  return kind && 'locale' in kind ? { locale: kind.locale, path } : undefined
}

function kindOf(name: string): Collection {
  const collection = collections.find((candidate) => candidate.name === name)
  if (!collection) throw new Error(`content_files names an unknown collection: ${name}`)
  return collection
}

/**
 * Returns the collection and ID of a folder's row. Clients of the content protocol read folder titles and icons from
 * these rows; our own pages use `content_folders`.
 */
export function folderRowId(stem: string): { collection: `docs_${Locale}`; id: string } | undefined {
  const { locale, path } = splitLocale(`/${stem}`)
  if (!/^\/docs(\/|$)/.test(path)) return undefined
  const collection = `docs_${locale}` as const
  return { collection, id: `${collection}/${stem}/.navigation.yml` }
}
