import { join } from 'node:path'
import { type BuiltAssets, buildAssets } from '../browser/build.ts'
import { filesIn, type ReadStaticFile } from '../http/static-files.ts'

/** What browsers load: built from the sources, or embedded in the binary. */
export interface Bundle {
  assets: BuiltAssets
  /** By address: `public/` with the built assets */
  publicFiles: ReadStaticFile
}

const publicDir = join(import.meta.dir, '../../public')

export const publicFilesOfSources = filesIn(publicDir)

export async function sourceBundle(): Promise<Bundle> {
  return { assets: await buildAssets(join(publicDir, 'assets')), publicFiles: publicFilesOfSources }
}
