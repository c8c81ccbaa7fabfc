/** Ingests a content folder cold, then one edited page, in a separate process; prints milliseconds and peak memory. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { ingest } from '../../src/content/ingest/ingest.ts'
import { ingestDeps } from '../../src/main/content.ts'
import { openDatabase } from '../../src/main/databases.ts'
import { median } from './load.ts'

const [contentDir = '', dataDir = '', edited = ''] = process.argv.slice(2)
const config = readConfig({ CONTENT_DIR: contentDir, DATA_DIR: dataDir })
const db = await openDatabase(config, 'content')
const deps = ingestDeps({ config, db, publicFiles: async () => undefined })
const startedAt = performance.now()
const report = await ingest(deps)
const coldMs = performance.now() - startedAt
const peakMiB = process.resourceUsage().maxRSS / 1024
const edits: number[] = []
for (let n = 0; n < 9; n++) {
  const path = join(contentDir, edited)
  await writeFile(path, `${await readFile(path, 'utf8')}\n\nПравка номер ${n}.\n`)
  const editedAt = performance.now()
  await ingest(deps, { only: [edited] })
  edits.push(performance.now() - editedAt)
}
const warmAt = performance.now()
await ingest(deps)
const warmMs = performance.now() - warmAt
await db.close()
process.stdout.write(
  `${JSON.stringify({ pages: report.changed.length, problems: report.problems.length, coldMs, peakMiB, editMs: median(edits), warmMs })}\n`,
)
