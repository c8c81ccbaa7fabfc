import type { BatchStatement, Db } from '../../db/client.ts'
import type { Highlighter } from '../body/highlight.ts'
import type { IndexedPage } from '../search/indexing.ts'
import type { FileBatch } from './file-batch.ts'
import type { FoundLink } from './links/find-links.ts'
import { checkLinks, replaceLinks } from './links/queries.ts'
import type { OldAddress } from './moves/old-addresses.ts'
import { redirectTo, replaceRedirects } from './moves/queries.ts'
import { errorsIn, type FoundProblem, type Problem } from './problem.ts'
import { type FileRow, type KnownFile, type KnownFiles, replaceFile } from './queries.ts'
import type { SourceFile } from './read-source.ts'
import { indexedAddress, unpublishStatements } from './remove-file.ts'

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
