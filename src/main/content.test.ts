import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createTestSite, page } from '../../tests/site.ts'
import { readConfig } from '../config.ts'
import { createIngestThread } from '../content/ingest/thread/ingest-thread.ts'
import { openDb } from '../db/client.ts'
import { startWorker } from '../jobs/start-worker.ts'
import { publicFilesOfSources } from './bundle.ts'
import { ingestAtStart, ingestDeps } from './content.ts'

test('a start reads changed files in a worker thread, and starts none if nothing has changed', async () => {
  await using opened = new AsyncDisposableStack()
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({ title: 'A' }), 'ru/docs/b.md': page({}) } })
  opened.defer(site.close)
  const config = readConfig({ CONTENT_DIR: site.contentDir, DATA_DIR: site.dataDir })
  const db = await openDb(config.databases.content)
  opened.defer(db.close)
  const deps = ingestDeps({ config, db, publicFiles: publicFilesOfSources })
  let started = 0
  const thread = createIngestThread({
    ...deps,
    database: config.databases.content,
    log: { error: () => {}, info: () => {} },
    start: () => {
      started++
      return startWorker('content/ingest/thread/ingest.worker.ts')
    },
  })
  opened.defer(thread.close)

  expect(await ingestAtStart(thread, deps, {})).toMatchObject({ changed: [], removed: [], unchanged: 2 })
  expect(started).toBe(0)

  await Bun.write(join(site.contentDir, 'ru/docs/a.md'), page({ title: 'B' }))
  const progress: number[][] = []
  const report = await ingestAtStart(thread, deps, { onProgress: (...counts) => void progress.push(counts) })
  expect([report.changed, progress]).toEqual([['ru/docs/a.md'], [[1, 1]]])
  expect(started).toBe(1)
})
