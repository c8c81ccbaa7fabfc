import type { BatchStatement, Db } from '../../db/client.ts'
import type { Highlighter } from '../highlight.ts'
import type { KnownFiles } from './known-files.ts'
import type { FoundLink } from './links/find-links.ts'
import { checkLinks, replaceLinks } from './links/queries.ts'
import { errorsIn, type FoundProblem, type Problem } from './problem.ts'
import { type FileRow, raiseVersion, replaceFile } from './queries.ts'
import type { SourceFile } from './read-source.ts'
import { unpublishStatements } from './remove-file.ts'

export interface FileContext {
  db: Db
  highlighter: Highlighter
  /** ms UTC */
  now(): number
  known: KnownFiles
  source: SourceFile
  text: string
}

export interface FileOutcome {
  problems: Problem[]
  /** False when the last good version stays */
  isGood: boolean
}

/** Replaces what the file contributed before by `statements`, in one transaction. @param links  of a page */
export async function saveFile(
  { db, known, source }: FileContext,
  row: Omit<FileRow, 'file' | 'digest' | 'stamp' | 'version'>,
  statements: BatchStatement[],
  links?: readonly FoundLink[],
): Promise<void> {
  const { file, digest, stamp = null } = source
  const before = known.get(file)
  await db.writeBatch(
    [
      ...(before ? unpublishStatements(db, before) : []),
      ...statements,
      replaceFile(db, { ...row, file, digest, stamp }),
      ...(links ? [...replaceLinks(db, file, links), checkLinks(db, file, [before?.path ?? row.path, row.path])] : []),
      raiseVersion(db),
    ],
    { lane: 'bulk' },
  )
  // Without its texts: those of thousands of files would stay in memory.
  const { source: _, prose: __, warnings: ___, pictures: ____, anchors: _____, ...about } = row
  known.set({ ...about, file, digest, stamp })
}

export function rejected(file: string, problems: FoundProblem[]): FileOutcome {
  return { problems: errorsIn(file, problems), isGood: false }
}
