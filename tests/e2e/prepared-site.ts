import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '../../src/config.ts'
import { type IngestReport, ingest } from '../../src/content/ingest/ingest.ts'
import { type Bundle, publicFilesOfSources, sourceBundle } from '../../src/main/bundle.ts'
import { ingestDeps } from '../../src/main/content.ts'
import { openDatabase } from '../../src/main/databases.ts'
import { serve } from '../../src/main/serve.ts'
import { assetsDir, assetsIn } from '../assets-dir.ts'

export const project = join(import.meta.dir, '../..')

/** What every site of a run begins with. */
export interface PreparedSite {
  /** The project's assets, built; shared by all sites, which only read them */
  bundle: Bundle
  /** Folder of databases with the project's content ingested and all covers drawn, to be copied */
  dataDir: string
  /** Of the ingest that read every text of the project */
  report: IngestReport
}

/** Builds the assets and ingests the content into a folder: takes seconds, so it is done once in a run. */
export async function prepareSite(home: string, assets = assetsIn(home)): Promise<void> {
  const config = testConfig({ dataDir: dataDirOf(home), contentDir: join(project, 'content'), hasFeed: false })
  await mkdir(home, { recursive: true })
  await Bun.write(reportIn(home), JSON.stringify(await ingestOwnContent(config)))
  const server = await serve({ config, isDev: false, bundle: await sourceBundle(assets) })
  await server.close()
  await released(config.dataDir)
}

const dataDirOf = (home: string) => join(home, 'data')
const reportIn = (home: string) => join(home, 'ingested.json')

async function ingestOwnContent(config: Config): Promise<IngestReport> {
  const db = await openDatabase(config, 'content')
  const report = await ingest(ingestDeps({ config, db, publicFiles: publicFilesOfSources }))
  await db.close()
  return report
}

/** The driver lets go of a database's files a moment after it was closed: until then they may vanish under who copies. */
async function released(dataDir: string): Promise<void> {
  const givesUpAt = performance.now() + 10_000
  while (performance.now() < givesUpAt) {
    const files = await readdir(dataDir)
    if (!files.some((file) => /-(shm|wal)$/.test(file))) return
    Bun.gc(true)
    await Bun.sleep(20)
  }
}

/** What `tests/run.ts` has prepared for all files, or, when a file is run by itself, what is prepared now in `home`. */
export async function openPreparedSite(home: string): Promise<PreparedSite> {
  const given = process.env.PREPARED_SITE
  if (!given) await prepareSite(home, assetsDir)
  const report: IngestReport = await Bun.file(reportIn(given ?? home)).json()
  return { bundle: await sourceBundle(assetsDir), dataDir: dataDirOf(given ?? home), report }
}

export interface TestConfig {
  dataDir: string
  contentDir: string
  hasFeed: boolean
}

/** How a server is started for tests: silent, on a port of its own. */
export function testConfig({ dataDir, contentDir, hasFeed }: TestConfig) {
  return readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    CONTENT_DIR: contentDir,
    ASSETS_DIR: assetsDir,
    ROLES: hasFeed ? undefined : 'web,ticker',
  })
}
