import type { Db } from '../../db/client.ts'
import { ignoreUnwritable } from '../../db/unwritable.ts'
import type { Highlighter } from '../body/highlight.ts'
import { collectionOf, isFolderSettings } from '../collections.ts'
import { isOwnPictureFile } from '../own-pictures.ts'
import { findCrossFileProblems, unreadFiles } from './cross-file-problems.ts'
import { createFileBatch } from './file-batch.ts'
import { type FileStamp, stampOf } from './file-stamp.ts'
import type { ImageMaker } from './images.ts'
import { linkProblems } from './links/link-problems.ts'
import { trimMoves } from './moves/queries.ts'
import { drawPictures, measurePictures } from './pictures.ts'
import type { Problem } from './problem.ts'
import {
  findNextPublication,
  type KnownFile,
  type KnownFiles,
  listDueFiles,
  listFileNames,
  listFiles,
  listStoredWarnings,
  readStamps,
  stampFile,
} from './queries.ts'
import { contentFilesIn, isProblem, listAllFiles, listContentFiles, readSource } from './read-source.ts'
import { type FileContext, type FileOutcome, removeFile } from './stored-file.ts'

export interface IngestDeps {
  db: Db
  contentDir: string
  images: ImageMaker
  highlighter: Highlighter
  /** Returns the current time, ms UTC */
  now(): number
  /** Whether an address is served by a file or a redirect rule, besides content and the site's own pages */
  serves?(path: string): Promise<boolean>
  /** Hosts whose pages may be embedded */
  embeds?: readonly string[] | undefined
}

export interface IngestReport {
  changed: string[]
  removed: string[]
  unchanged: number
  problems: Problem[]
  /** Problems between files; always those of all files, even if only some are read */
  between: Problem[]
  /** Time of the next publication, ms UTC; undefined if none is scheduled */
  nextPublicationAt: number | undefined
  /** Addresses of pictures whose copies `drawPictures` must make; empty unless the option `pictures` is `later` */
  undrawn: string[]
}

export interface IngestOptions {
  /** Files to read, texts or pictures, as after an edit; by default all */
  only?: string[]
  /**
   * When copies of pictures are made. `later`: pages show originals until `drawPictures` has made copies. Default:
   * `now`.
   */
  pictures?: 'now' | 'later' | undefined
  /** Whether dead links and missing pictures are errors instead of warnings */
  isStrict?: boolean | undefined
  /**
   * Signal that stops the run before the next file or picture. Finished files are complete, and the next run continues
   * from there.
   */
  signal?: AbortSignal | undefined
  onProgress?(done: number, total: number): void
}

/**
 * Stores all changed files of the content folder: each file atomically, several per transaction. Raises the content
 * version. A file with errors keeps its last good version. The run may be stopped at any time. It also reports the
 * problems of unchanged files, unless only some files are read.
 * @throws the signal's reason
 */
export async function ingest(deps: IngestDeps, options: IngestOptions = {}): Promise<IngestReport> {
  return applyChanges(deps, options, await scanFolder(deps, options))
}

/** Does the same as `ingest` if no file has to be read or removed; otherwise does nothing and returns undefined. */
export async function ingestUnchanged(deps: IngestDeps, options: IngestOptions): Promise<IngestReport | undefined> {
  const scan = await scanFolder(deps, options)
  return scan.unread.length + scan.gone.length === 0 ? applyChanges(deps, options, scan) : undefined
}

interface FolderScan {
  known: KnownFiles
  files: string[]
  unread: string[]
  gone: KnownFile[]
  refused: Problem[]
  /** Problems of files in the folder that are not content */
  others: Problem[]
}

async function scanFolder(deps: IngestDeps, { only: asked, signal }: IngestOptions): Promise<FolderScan> {
  const only = asked?.filter((file) => !isOwnPictureFile(file))
  const all = only ? [] : await listAllFiles(deps.contentDir)
  const files = only ?? contentFilesIn(all)
  const doubtful = only ?? (await findDoubtful(deps, files))
  const known: KnownFiles = new Map((await listFiles(deps.db, doubtful)).map((row) => [row.file, row]))
  const { present, unread, refused } = await findChanges(deps, known, doubtful, signal)
  const gone = [...known.values()].filter(({ file }) => !present.has(file))
  return { known, files, unread, gone, refused, others: unreadFiles(all) }
}

async function applyChanges(
  deps: IngestDeps,
  { only, pictures = 'now', isStrict = false, signal, onProgress }: IngestOptions,
  { known, files, unread, gone, refused, others }: FolderScan,
): Promise<IngestReport> {
  const { db, contentDir, images } = deps
  const batch = createFileBatch(db)
  const stopHere = async () => {
    if (signal?.aborted) await batch.flush()
    signal?.throwIfAborted()
  }
  for (const row of gone) {
    await stopHere()
    await removeFile(db, batch, row)
    known.delete(row.file)
  }
  await batch.flush()
  const removed = gone.map(({ file }) => file)
  if (removed.length > 0) await db.writeBatch([trimMoves(db)], { lane: 'bulk' })
  // A removed page may have freed the address of a file that was refused, so refused files are read again.
  if (only && removed.length > 0)
    unread.push(...(await findRefused(db, contentDir)).filter((file) => !unread.includes(file)))
  const problems = [...refused, ...others]
  const changed: string[] = []
  for (const [at, file] of unread.sort(byDependency).entries()) {
    const outcome = await ingestAgain(deps, { known, batch }, file)
    problems.push(...outcome.problems)
    if (outcome.isGood) changed.push(file)
    onProgress?.(at + 1, unread.length)
    // Between files, the event loop gets a turn, so that the server can respond and the thread can receive a stop
    // message.
    await new Promise(setImmediate)
    await stopHere()
  }
  await batch.flush()
  if (!only) problems.push(...(await listEarlierWarnings(db, [...unread, ...refused.map(({ file }) => file)])))
  // Problems that depend on `embeds` are filtered here, because texts are not read again when this setting changes.
  const isOne = ({ unlessEmbeds: host }: Problem) => host === undefined || !deps.embeds?.includes(host)
  const severity = isStrict ? 'error' : 'warning'
  const serves = deps.serves ?? no
  const links = await linkProblems({ db, refused: () => findRefused(db, contentDir), serves, severity })
  const between = [...(await findCrossFileProblems(db)), ...links]
  const measured = await measurePictures(db, images, {
    severity,
    only: only && new Set([...only.filter(isOwnPictureFile), ...changed]),
    signal,
  })
  const undrawn = pictures === 'later' ? measured.undrawn : []
  const drawn =
    pictures === 'later' ? undefined : await drawPictures(db, images, measured.undrawn, { severity, signal })
  problems.push(...measured.problems, ...[...(drawn?.values() ?? [])].flat(), ...between)
  return {
    changed: changed.filter((file) => known.has(file)),
    removed,
    unchanged: files.length - unread.length - refused.length,
    problems: problems.filter(isOne).sort(byPlace),
    between,
    nextPublicationAt: await findNextPublication(db, deps.now()),
    undrawn,
  }
}

const no = async () => false

/**
 * Finds the files that must be read: those whose stamp has changed, missing files, and files whose publication is due.
 */
async function findDoubtful({ db, contentDir, now }: IngestDeps, files: string[]): Promise<string[]> {
  const stamps = await readStamps(db)
  const due = new Set(await listDueFiles(db, now()))
  const isAsRead = (file: string) => {
    const stamp = stamps.get(file)
    return stamp !== undefined && stamp !== '' && !due.has(file) && stamp === stampOf(contentDir, file)
  }
  const there = new Set(files)
  const gone = [...stamps.keys()].filter((file) => !there.has(file))
  return [...files.filter((file) => !isAsRead(file)), ...gone]
}

async function findChanges(
  { db, contentDir, now }: IngestDeps,
  known: KnownFiles,
  files: string[],
  signal: AbortSignal | undefined,
) {
  const present = new Set<string>()
  const unread: string[] = []
  const refused: Problem[] = []
  const stamps: { file: string; stamp: FileStamp }[] = []
  for (const file of files) {
    signal?.throwIfAborted()
    const row = known.get(file)
    if (row?.stamp && row.stamp === stampOf(contentDir, file)) {
      present.add(file)
      if (isDue(row, now())) unread.push(file)
      continue
    }
    const source = await readSource(contentDir, file)
    if (source) present.add(file)
    if (source && isProblem(source)) refused.push(source)
    else if (source && (row?.digest !== source.digest || isDue(row, now()))) unread.push(file)
    else if (source?.stamp) stamps.push({ file, stamp: source.stamp })
  }
  await keepStamps(db, stamps)
  return { present, unread, refused }
}

const stampsAtOnce = 500

/** Stores the stamps of unchanged files, so that the next run need not read them. */
async function keepStamps(db: Db, stamps: { file: string; stamp: FileStamp }[]): Promise<void> {
  for (let at = 0; at < stamps.length; at += stampsAtOnce) {
    const some = stamps.slice(at, at + stampsAtOnce)
    const statements = some.map((row) => stampFile(db, row))
    await db.writeBatch(statements, { lane: 'bulk' }).catch(ignoreUnwritable)
  }
}

/** Finds files in the folder that no run has ever stored. */
async function findRefused(db: Db, contentDir: string): Promise<string[]> {
  const files = await listContentFiles(contentDir)
  const known = new Set(await listFileNames(db))
  return files.filter((file) => !known.has(file))
}

async function listEarlierWarnings(db: Db, read: string[]): Promise<Problem[]> {
  const skipped = new Set(read)
  const stored = (await listStoredWarnings(db)).filter(({ file }) => !skipped.has(file))
  return stored.flatMap(({ warnings }) => JSON.parse(warnings) as Problem[])
}

/**
 * Reads a file again and ingests it. The texts of thousands of files are not kept, because they would take too much
 * memory. A file deleted meanwhile is left to the next run.
 */
async function ingestAgain(
  deps: IngestDeps,
  run: Pick<FileContext, 'known' | 'batch'>,
  file: string,
): Promise<FileOutcome> {
  const source = await readSource(deps.contentDir, file)
  if (!source || isProblem(source)) return { problems: source ? [source] : [], isGood: false }
  // The module is loaded on demand: most starts find no changes and do not need the parsers.
  const { ingestFile } = await import('./ingest-file.ts')
  return ingestFile({ ...deps, ...run, source })
}

function isDue({ publishAt }: KnownFile, now: number): boolean {
  return publishAt !== null && publishAt <= now
}

/** Sorts files so that categories come before the articles that name them, and folder settings before pages. */
function byDependency(left: string, right: string): number {
  return rank(left) - rank(right) || (left < right ? -1 : 1)
}

function rank(file: string): number {
  if (isFolderSettings(file)) return 1
  const kind = collectionOf(file)?.kind
  return kind === 'docs' || kind === 'blog' ? 2 : 0
}

function byPlace(left: Problem, right: Problem): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1
  return (left.line ?? 0) - (right.line ?? 0)
}
