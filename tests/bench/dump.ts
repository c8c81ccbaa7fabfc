import { createVersionReader, readCollectionState } from '../../src/content/protocol/collection-state.ts'
import { readManifest } from '../../src/content/protocol/manifest.ts'
import { packDump } from '../../src/content/protocol/pack-dump.ts'
import { queryRunnerOf } from '../../src/content/protocol/queries.ts'
import { collectionSchemas } from '../../src/content/protocol/schema.ts'
import { createTestSite } from '../site.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

/** Measures the cost of an uncached dump of the product's own content: all collections, and the manifest. */
export async function benchDump(report: Report, contentDir: string): Promise<void> {
  const site = await createTestSite({ contentDir })
  const dumps: number[] = []
  const manifests: number[] = []
  const ask = queryRunnerOf(site.db)
  let bytes = 0
  for (let round = 0; round < 9; round++) {
    const dumpAt = performance.now()
    bytes = 0
    for (const schema of collectionSchemas) {
      const state = await readCollectionState(ask, schema)
      await packDump(ask, { ...state, schema, form: 'lines' }, (packed) => {
        bytes += packed.byteLength
      })
    }
    dumps.push(performance.now() - dumpAt)
    const manifestAt = performance.now()
    await readManifest(createVersionReader(site.db), collectionSchemas)
    manifests.push(performance.now() - manifestAt)
  }
  await site.close()
  report('dumps of all collections, made and compressed', median(dumps), 'ms')
  report('dumps of all collections, compressed', bytes / 1024, 'KB')
  report('manifest of all collections', median(manifests), 'ms')
}
