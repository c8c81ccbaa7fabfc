import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import type { IngestReport } from '../../src/content/ingest/ingest.ts'
import { type Bundle, sourceBundle } from '../../src/main/bundle.ts'
import { assetsDir, assetsIn } from '../assets-dir.ts'
import { keepPrepared, preparedKey, takePrepared } from '../prepared-cache.ts'
import { thrift } from '../thrift.ts'

export const project = join(import.meta.dir, '../..')

/** What every site of a run begins with. */
export interface PreparedSite {
  /** The project's assets, built; shared by all sites, which only read them */
  bundle: Bundle
  /** Folder of databases with the project's content ingested and all covers drawn, to be copied */
  dataDir: string
  /** Folder of the database of a market that has its days behind it, to be copied over those */
  marketDir: string
  /** Of the ingest that read every text of the project */
  report: IngestReport
}

/** Of prices that a site with a market begins with */
export const historyDays = 3

/** Survives runs, and goes with the packages. */
const cache = join(project, 'node_modules/.cache/kurs-tests')

/** Builds the assets and ingests the content into a folder: takes seconds, so it is done once for the same sources. */
export async function prepareSite(home: string, assets = assetsIn(home)): Promise<void> {
  const key = preparedKey(project)
  const folders = { dataDir: dataDirOf(home), report: reportIn(home) }
  await takePrepared(cache, key, folders)
  // In a process of its own: with it the driver has let go of the databases, whose files are copied from then on.
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

/** Which build it is says every source file: they are read once by a process. */
let bundle: Promise<Bundle> | undefined

/** What `tests/run.ts` has prepared for all files, or, when a file is run by itself, what is prepared now in `home`. */
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

/** How a server is started for tests: silent, on a port of its own. */
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
