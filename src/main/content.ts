import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createHighlighter } from '../content/body/highlight.ts'
import { createImageMaker } from '../content/ingest/images.ts'
import { type IngestDeps, type IngestOptions, type IngestReport, ingestUnchanged } from '../content/ingest/ingest.ts'
import { reportProblems } from '../content/ingest/problem-report.ts'
import { readOwnPicture } from '../content/ingest/read-source.ts'
import type { IngestThread } from '../content/ingest/thread/ingest-thread.ts'
import { ownPictureFile } from '../content/own-pictures.ts'
import type { Db } from '../db/client.ts'
import { findRedirects } from '../http/redirect-by-rules.ts'
import { filePath, type ReadStaticFile } from '../http/static-files.ts'
import { createProgress } from './command-line.ts'

export function imagesDirOf(config: Config): string {
  return join(config.dataDir, 'images')
}

export interface IngestDepsOptions {
  config: Config
  db: Db
  publicFiles: ReadStaticFile
  imagesDir?: string
  now?: (() => number) | undefined
}

export function ingestDeps(options: IngestDepsOptions): IngestDeps {
  const { config, db, publicFiles, imagesDir = imagesDirOf(config), now = Date.now } = options
  const readPublicFile = async (src: string) => {
    const path = filePath(src)
    return path === undefined ? undefined : (await publicFiles(path))?.bytes
  }
  const readPicture = (src: string) => {
    const own = ownPictureFile(src)
    return own === undefined ? readPublicFile(src) : readOwnPicture(config.contentDir, own)
  }
  const redirectOf = findRedirects(config.site.routeRules)
  return {
    db,
    contentDir: config.contentDir,
    embeds: config.site.embeds,
    images: createImageMaker({ readPicture, imagesDir }),
    highlighter: createHighlighter(),
    now,
    serves: async (path) => redirectOf(path, '') !== undefined || (await readPublicFile(path)) !== undefined,
  }
}

/**
 * Ingests at start. Uses prepared content if any text differs from the database. Another thread reads changed files, so
 * that parsers and grammars stay out of this thread. Resized pictures are made later.
 */
export async function ingestAtStart(
  thread: Pick<IngestThread, 'ingest'>,
  deps: IngestDeps,
  { installPrepared, ...given }: IngestOptions & { installPrepared?(): Promise<boolean> },
): Promise<IngestReport> {
  const options: IngestOptions = { ...given, pictures: 'later' }
  const unchanged = await ingestUnchanged(deps, options)
  if (unchanged) return unchanged
  const prepared = (await installPrepared?.()) ? await ingestUnchanged(deps, options) : undefined
  return prepared ?? thread.ingest(undefined, deps.now(), options)
}

export interface TerminalOptions extends Pick<IngestOptions, 'isStrict' | 'signal'> {
  /** Whether to print no problems, because they have been reported already */
  isSilent?: boolean
  /** Whether to report all problems, without a limit */
  isVerbose?: boolean | undefined
}

/**
 * Runs an ingest with a progress bar if it takes longer than a second, then prints warnings.
 * @throws the signal's reason
 */
export async function ingestOnTerminal(
  run: (options: IngestOptions) => Promise<IngestReport>,
  contentDir: string,
  { signal, isStrict, isSilent = false, isVerbose }: TerminalOptions = {},
): Promise<IngestReport> {
  const progress = createProgress(process.stderr)
  const report = await run({ isStrict, signal, onProgress: progress.update })
  progress.end()
  if (!isSilent) process.stderr.write(reportProblems(report.problems, contentDir, { isVerbose }))
  return report
}

export function hasErrors({ problems }: IngestReport): boolean {
  return problems.some(({ severity }) => severity === 'error')
}
