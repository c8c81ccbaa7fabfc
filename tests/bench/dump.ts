import { dumpStatements } from '../../src/content/protocol/dump.ts'
import { readManifest } from '../../src/content/protocol/manifest.ts'
import { listRows } from '../../src/content/protocol/queries.ts'
import { collectionSchemas } from '../../src/content/protocol/schema.ts'
import { createTestSite } from '../site.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

/** What a dump costs that is not in memory yet, over the product's own content: all collections, and the manifest. */
export async function benchDump(report: Report, contentDir: string): Promise<void> {
  const site = await createTestSite({ contentDir })
  const dumps: number[] = []
  const manifests: number[] = []
  let characters = 0
  for (let round = 0; round < 9; round++) {
    const dumpAt = performance.now()
    characters = 0
    for (const schema of collectionSchemas) {
      characters += dumpStatements(schema, await listRows(site.db, schema)).join('\n').length
    }
    dumps.push(performance.now() - dumpAt)
    const manifestAt = performance.now()
    await readManifest(site.db, collectionSchemas)
    manifests.push(performance.now() - manifestAt)
  }
  await site.close()
  report('dumps of all collections, statements made', median(dumps), 'ms')
  report('dumps of all collections, characters', characters / 1024, 'KB')
  report('manifest of all collections', median(manifests), 'ms')
}
