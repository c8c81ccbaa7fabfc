import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import type { IngestReport } from '../../src/content/ingest/ingest.ts'
import { type Bundle, sourceBundle } from '../../src/main/bundle.ts'
import { assetsDir, assetsIn } from '../assets-dir.ts'
import { keepPrepared, preparedKey, takePrepared } from '../prepared-cache.ts'
import { thrift } from '../thrift.ts'

export const project = join(import.meta.dir, '../..')

/** Files and folders from which every site in a test run starts. */
export interface PreparedSite {
  /** The project's built assets; shared read-only by all sites */
  bundle: Bundle
  /** Folder of databases with the ingested content and all covers; each site copies it */
  dataDir: string
  /** Folder of a market database with history; a site with prices copies it over the other databases */
  marketDir: string
  /** Report of the ingest that read every text of the project */
  report: IngestReport
}

/** Days of price history of a site with a market */
export const historyDays = 3

/** Cache of ingest results, kept between runs and removed together with the packages. */
const cache = join(project, 'node_modules/.cache/kurs-tests')

/** Builds the assets and ingests the content into a folder. Takes seconds, so it runs once for the same sources. */
export async function prepareSite(home: string, assets = assetsIn(home)): Promise<void> {
  const key = preparedKey(project)
  const folders = { dataDir: dataDirOf(home), report: reportIn(home) }
  await takePrepared(cache, key, folders)
  // Prepares in a separate process: when it exits, the driver has released the databases, and their files can be
  // copied.
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'prepare-site.ts'), home, assets], {
    env: { ...process.env, ...thrift },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const status = await child.exited
  if (status !== 0) throw new Error(`The site of the tests was not prepared: status ${status}`)
  await keepPrepared(cache, key, folders)
}

export const dataDirOf = (home: string) => join(home, 'data')
export const marketDirOf = (home: string) => join(home, 'market')
export const reportIn = (home: string) => join(home, 'ingested.json')

/** The built assets, loaded once per process, because computing the build ID reads every source file. */
let bundle: Promise<Bundle> | undefined

/**
 * Opens the site that `tests/run.ts` has prepared for all files; when a file runs alone, prepares the site now in
 * `home`.
 */
export async function openPreparedSite(home: string): Promise<PreparedSite> {
  const from = process.env.PREPARED_SITE ?? home
  if (from === home) await prepareSite(home, assetsDir)
  const report: IngestReport = await Bun.file(reportIn(from)).json()
  bundle ??= sourceBundle(assetsDir)
  return { bundle: await bundle, dataDir: dataDirOf(from), marketDir: marketDirOf(from), report }
}

export interface TestConfig {
  dataDir: string
  contentDir: string
  hasFeed: boolean
  env?: Record<string, string> | undefined
}

/** Returns the server configuration for tests: silent, on a free port. */
export function testConfig({ dataDir, contentDir, hasFeed, env }: TestConfig) {
  return readConfig({
    ...env,
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    CONTENT_DIR: contentDir,
    ASSETS_DIR: assetsDir,
    ROLES: env?.ROLES ?? (hasFeed ? undefined : 'web,ticker'),
  })
}
