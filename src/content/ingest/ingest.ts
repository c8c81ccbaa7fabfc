import type { Db } from '../../db/client.ts'
import { collectionOf, isFolderSettings } from '../collections.ts'
import type { Highlighter } from '../highlight.ts'
import { listImages } from '../queries.ts'
import type { ImageMaker } from './images.ts'
import type { Problem } from './problem.ts'
import { type KnownFile, listFiles, raiseVersion, replaceImage } from './queries.ts'
import { isProblem, listContentFiles, readSource, type SourceFile } from './read-source.ts'
import { removeFile } from './remove-file.ts'
import type { FileOutcome } from './save-file.ts'

export interface IngestDeps {
  db: Db
  contentDir: string
  images: ImageMaker
  highlighter: Highlighter
  /** ms UTC */
  now(): number
}

export interface IngestReport {
  changed: string[]
  removed: string[]
  unchanged: number
  problems: Problem[]
  /** ms UTC */
  nextPublicationAt: number | undefined
}

export interface IngestOptions {
  /** Only these files, as after an edit; all by default */
  only?: string[]
  onProgress?(done: number, total: number): void
}

/** Each changed file is one transaction with the raised version. With errors its last good one stays. Safe to stop. */
export async function ingest(deps: IngestDeps, { only, onProgress }: IngestOptions = {}): Promise<IngestReport> {
  const known = new Map((await listFiles(deps.db)).map((row) => [row.file, row]))
  const files = only ?? (await listContentFiles(deps.contentDir))
  const present = new Set<string>()
  const problems: Problem[] = []
  const unread: string[] = []
  let refused = 0
  for (const file of files) {
    const source = await readSource(deps.contentDir, file)
    if (source) present.add(file)
    if (source && isProblem(source)) refused = problems.push(source)
    else if (source && needsReading(known.get(file), source, deps.now())) unread.push(file)
  }
  const removed = (only ?? [...known.keys()]).filter((file) => known.has(file) && !present.has(file))
  for (const file of removed) await removeFile(deps.db, known, file)
  const changed: string[] = []
  // Value: the file that references it, if it was read in this run.
  const pictures = new Map<string, string | undefined>(
    only ? [] : (await listImages(deps.db)).map(({ src }) => [src, undefined]),
  )
  for (const [at, file] of unread.sort(byDependency).entries()) {
    const outcome = await ingestAgain(deps, known, file)
    problems.push(...outcome.problems)
    for (const src of outcome.pictures) pictures.set(src, file)
    if (outcome.isGood) changed.push(file)
    onProgress?.(at + 1, unread.length)
    // Lets the server answer between files.
    await new Promise(setImmediate)
  }
  problems.push(...(await ingestPictures(deps, pictures)))
  return {
    changed,
    removed,
    unchanged: files.length - unread.length - refused,
    problems,
    nextPublicationAt: nextOf(known, deps),
  }
}

/** Read a second time: thousands of files are too much to hold. What has gone since is for the next run. */
async function ingestAgain(deps: IngestDeps, known: Map<string, KnownFile>, file: string): Promise<FileOutcome> {
  const source = await readSource(deps.contentDir, file)
  if (!source || isProblem(source)) return { problems: source ? [source] : [], pictures: [], isGood: false }
  // Most starts find nothing changed, and do without the parsers.
  const { ingestFile } = await import('./ingest-file.ts')
  return ingestFile({ ...deps, known, source })
}

function needsReading(known: KnownFile | undefined, source: SourceFile, now: number): boolean {
  const isDue = known?.publishAt !== null && known?.publishAt !== undefined && known.publishAt <= now
  return known?.digest !== source.digest || isDue
}

/** Categories before the articles that name them, folder settings before pages. */
function byDependency(left: string, right: string): number {
  return rank(left) - rank(right) || (left < right ? -1 : 1)
}

function rank(file: string): number {
  if (isFolderSettings(file)) return 1
  const kind = collectionOf(file)?.kind
  return kind === 'docs' || kind === 'blog' ? 2 : 0
}

async function ingestPictures(
  { db, images }: IngestDeps,
  shownBy: Map<string, string | undefined>,
): Promise<Problem[]> {
  const before = new Map((await listImages(db)).map((row) => [row.src, row]))
  const problems: Problem[] = []
  for (const [src, file] of shownBy) {
    const row = await images.prepare(src)
    const old = before.get(src)
    if (row && (old?.digest !== row.digest || old.widths !== row.widths)) {
      await db.writeBatch([replaceImage(db, row), raiseVersion(db)], { lane: 'bulk' })
    }
    if (row || !file) continue
    const hint = `Put the picture into public${src}, or correct its address.`
    problems.push({ file, message: `There is no picture ${src}`, hint, severity: 'warning' })
  }
  return problems
}

function nextOf(known: Map<string, KnownFile>, { now }: IngestDeps): number | undefined {
  const times = [...known.values()].flatMap(({ publishAt }) => (publishAt && publishAt > now() ? [publishAt] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}
