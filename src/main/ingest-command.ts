import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type IngestReport, ingest } from '../content/ingest/ingest.ts'
import { copyMoves } from '../content/ingest/moves/queries.ts'
import { type Db, openDb } from '../db/client.ts'
import { locales } from '../i18n/locales.ts'
import { type Bundle, publicFilesOfSources } from './bundle.ts'
import { hasErrors, imagesDirOf, ingestDeps, ingestOnTerminal } from './content.ts'
import { openDatabase } from './databases.ts'

export interface IngestCommand {
  config: Config
  bundle: Bundle | undefined
  /** Whether any error prevents all changes; dead links and missing pictures then count as errors */
  isStrict: boolean
  /** Whether to report all problems, without a limit */
  isVerbose: boolean
  /** Search query whose results are explained at the end */
  explained?: string | undefined
}

/** Runs `ingest`. Exit status 1 when a file has an error. */
export async function runIngest(command: IngestCommand): Promise<number> {
  const startedAt = performance.now()
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(2)} s`
  if (command.isStrict) {
    const tried = await tryApart(command)
    if (hasErrors(tried)) {
      process.stdout.write(`${countsOf(tried)}, nothing was changed, ${seconds()}\n`)
      return 1
    }
  }
  const report = await ingestInto(command.config, command)
  const { changed, removed, unchanged } = report
  const changes = `${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`
  process.stdout.write(`${changes}, ${countsOf(report)}, ${seconds()}\n`)
  if (command.explained !== undefined) await explain(command.config, command.explained)
  return hasErrors(report) ? 1 : 0
}

async function explain(config: Config, query: string): Promise<void> {
  const { explainSearch } = await import('../content/search/explain.ts')
  await using opened = new AsyncDisposableStack()
  const db = await openDatabase(config, 'content')
  opened.defer(() => db.close())
  for (const locale of locales) process.stdout.write(`\n${await explainSearch(db, locale, query)}\n`)
}

/** Ingests into a temporary database, so that errors are known before the real one is changed. */
async function tryApart(command: IngestCommand): Promise<IngestReport> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-strict-'))
  try {
    const content = { url: `file:${join(folder, 'content.db')}` }
    const databases = { ...command.config.databases, content }
    return await ingestInto({ ...command.config, dataDir: folder, databases }, command, true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Copies moved addresses, so that links to them count as valid in the trial ingest. Ignores a database that does not
 * exist or is older.
 */
async function copyLeftAddresses({ databases }: Config, to: Db): Promise<void> {
  const { url, authToken } = databases.content
  const from = await openDb({ url, authToken, readOnly: url.startsWith('file:') }).catch(() => undefined)
  if (!from) return
  await copyMoves(from, to, { withPages: true }).catch(() => undefined)
  await from.close()
}

/**
 * @param isTrial  whether this is the trial ingest: it reports the problems, and the real ingest, which finds the same
 * problems, is silent
 */
async function ingestInto(target: Config, { config, bundle, isStrict, isVerbose }: IngestCommand, isTrial = false) {
  await using opened = new AsyncDisposableStack()
  const db = await openDatabase(target, 'content')
  opened.defer(() => db.close())
  if (isTrial) await copyLeftAddresses(config, db)
  const publicFiles = bundle?.publicFiles ?? publicFilesOfSources
  // Shares the folder of picture copies: copies are named by their content, so copies made by the trial are reused.
  const deps = ingestDeps({ config, db, publicFiles, imagesDir: imagesDirOf(config) })
  const isSilent = isStrict && !isTrial
  return await ingestOnTerminal((options) => ingest(deps, options), config.contentDir, {
    isStrict,
    isSilent,
    isVerbose,
  })
}

function countsOf({ problems }: IngestReport): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return `errors: ${errors}, warnings: ${problems.length - errors}`
}
