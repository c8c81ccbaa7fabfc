/**
 * The child process of `prepareSite`: `bun prepare-site.ts FOLDER ASSETS`. At exit every database is in a single file.
 */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type IngestReport, ingest } from '../../src/content/ingest/ingest.ts'
import { drawPreviews } from '../../src/main/binary/parts.ts'
import { publicFilesOfSources, sourceBundle } from '../../src/main/bundle.ts'
import { ingestDeps } from '../../src/main/content.ts'
import { openDatabase } from '../../src/main/databases.ts'
import { serve } from '../../src/main/serve.ts'
import { openShared } from '../../src/main/shared.ts'
import { until } from '../until.ts'
import { dataDirOf, historyDays, marketDirOf, project, reportIn, testConfig } from './prepared-site.ts'

const [home = '', assets = ''] = process.argv.slice(2)
const contentDir = join(project, 'content')

async function ingestOwnContent(): Promise<IngestReport> {
  const config = testConfig({ dataDir: dataDirOf(home), contentDir, hasFeed: false })
  const db = await openDatabase(config, 'content')
  const report = await ingest(ingestDeps({ config, db, publicFiles: publicFilesOfSources }))
  // Draws the covers now: otherwise each site that is open for a minute would draw them.
  await drawPreviews(config, db)
  await db.close()
  const server = await serve({ config, isDev: false, bundle: await sourceBundle(assets) })
  await server.close()
  return report
}

/** Prepares the market history now: otherwise each site with prices would generate the same days. */
async function makePast(): Promise<void> {
  await mkdir(marketDirOf(home), { recursive: true })
  const config = testConfig({ dataDir: marketDirOf(home), contentDir, hasFeed: true })
  const shared = openShared({ config, historyDays })
  const market = await shared.market()
  await until(() => !market.state().isBackfilling)
  await shared.close()
}

await mkdir(home, { recursive: true })
const report = await ingestOwnContent()
// If the content comes from an earlier run, nothing was ingested, so keep the report of that run.
if (!existsSync(reportIn(home))) await Bun.write(reportIn(home), JSON.stringify(report))
await makePast()
process.exit(0)
