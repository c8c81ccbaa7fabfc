import type { BuiltAssets } from '../browser/build.ts'
import type { Bundle } from './bundle.ts'

export function embeddedBundle(assets: BuiltAssets, files: [path: string, embedded: string][]): Bundle {
  const carried = new Map(files)
  return {
    assets,
    publicFiles: async (path) => {
      const embedded = carried.get(path)
      if (!embedded) return undefined
      const file = Bun.file(embedded)
      // The embedded name lost the address's own type only where Bun renames it: take the type from the address.
      return { bytes: new Uint8Array(await file.arrayBuffer()), type: Bun.file(path).type }
    },
  }
}
