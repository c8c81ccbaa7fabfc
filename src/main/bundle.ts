import { join } from 'node:path'
import { type BuiltAssets, buildAssets } from '../browser/build.ts'
import { filesIn, type ReadStaticFile } from '../http/static-files.ts'

/** What browsers load: built from the sources, or carried by the binary. */
export interface Bundle {
  assets: BuiltAssets
  /** Files by their address: `public/` with the built assets */
  publicFiles: ReadStaticFile
}

const publicDir = join(import.meta.dir, '../../public')

export const publicFilesOfSources = filesIn(publicDir)

/** Builds the assets into `public/assets` of the checkout. */
export async function sourceBundle(): Promise<Bundle> {
  return { assets: await buildAssets(join(publicDir, 'assets')), publicFiles: publicFilesOfSources }
}
