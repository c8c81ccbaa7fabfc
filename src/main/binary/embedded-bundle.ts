import type { BuiltAssets } from '../../browser/build.ts'
import type { Bundle } from '../bundle.ts'
import type { EmbeddedData, EmbeddedFiles } from './embedded-data.ts'

/** @param files  browser assets by address, below `public/` */
export function embeddedBundle(assets: BuiltAssets, files: EmbeddedFiles, carried: EmbeddedData): Bundle {
  const embeddedAt = new Map(files)
  return {
    assets,
    embedded: carried,
    publicFiles: async (path) => {
      const embedded = embeddedAt.get(path)
      if (!embedded) return undefined
      const file = Bun.file(embedded)
      // Takes the type from the address, because Bun may rename an embedded file, which then loses its extension.
      return { bytes: new Uint8Array(await file.arrayBuffer()), type: Bun.file(path).type }
    },
  }
}
