import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BuiltAssets } from '../../browser/build.ts'
import { embeddedBundle } from '../binary/embedded-bundle.ts'
import type { EmbeddedFiles } from '../binary/embedded-data.ts'
import type { Bundle } from '../bundle.ts'

/** Returns the bundle of the files that `src/main/node/build-node.ts` put beside the program */
export async function besideBundle(assets: BuiltAssets, version: string): Promise<Bundle> {
  const [files, content, prepared] = await Promise.all([
    listFiles('public', '/'),
    listFiles('content'),
    listFiles('prepared'),
  ])
  return embeddedBundle(assets, files, { version, content, prepared })
}

async function listFiles(kind: string, prefix = ''): Promise<EmbeddedFiles> {
  const folder = join(import.meta.dir, '../files', kind)
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  return found.map(({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [`${prefix}${relative(folder, path)}`, path]
  })
}
