import { join } from 'node:path'
import type { BuiltAssets } from '../browser/build.ts'
import { buildInSubprocess, ensureBuild } from '../browser/builds.ts'
import { sourceKey } from '../browser/source-key.ts'
import { filesBelow, filesIn, firstOf, type ReadStaticFile } from '../http/static-files.ts'
import { paths } from '../paths.ts'
import type { EmbeddedData } from './binary/embedded-data.ts'

/** Browser assets: built from the sources, or embedded in the binary */
export interface Bundle {
  assets: BuiltAssets
  /** Reads files by address: files of `public/` and the built assets */
  publicFiles: ReadStaticFile
  /** Data embedded in a binary; undefined when running from sources */
  embedded?: EmbeddedData
  /** Rebuilds if the sources have changed. Afterwards `assets` and `publicFiles` give the new build. */
  rebuild?(): Promise<void>
}

const publicDir = join(import.meta.dir, '../../public')

export const publicFilesOfSources = filesIn(publicDir)

/** A bundle that was built from sources. `folders` contain the built files, the newest build first. */
export interface SourceBundle extends Bundle {
  folders: readonly string[]
}

/** Builds the browser assets, or reuses a build. @param folder  where builds are cached for later starts */
export async function sourceBundle(folder: string): Promise<SourceBundle> {
  const build = () => ensureBuild(folder, sourceKey(), buildInSubprocess)
  const readersOf = (folders: string[]) => folders.map((files) => filesBelow(paths.assets, files))
  const { description: assets, folders } = await build()
  let built = firstOf(...readersOf(folders))
  return {
    assets,
    folders,
    publicFiles: firstOf((path) => built(path), publicFilesOfSources),
    rebuild: async () => {
      const next = await build()
      built = firstOf(...readersOf(next.folders))
      Object.assign(assets, next.description)
    },
  }
}
