import type { ReadVersions } from './collection-state.ts'
import type { CollectionSchema, FieldType } from './schema.ts'

export interface Manifest {
  checksums: Record<string, string>
  checksumsStructure: Record<string, string>
  tables: Record<string, string>
  collections: Record<string, { type: 'page' | 'data'; fields: Record<string, FieldType> }>
}

export async function readManifest(versionsOf: ReadVersions, schemas: readonly CollectionSchema[]): Promise<Manifest> {
  const manifest: Manifest = { checksums: {}, checksumsStructure: {}, tables: {}, collections: {} }
  for (const schema of schemas) {
    const versions = await versionsOf(schema)
    manifest.checksums[schema.name] = versions.content
    manifest.checksumsStructure[schema.name] = versions.structure
    manifest.tables[schema.name] = schema.table
    manifest.collections[schema.name] = {
      type: schema.type,
      fields: Object.fromEntries(schema.fields.map(({ name, type }) => [name, type])),
    }
  }
  // `info` is the protocol's own table of versions; clients see it as a collection without fields.
  manifest.tables.info = '_content_info'
  manifest.collections.info = { type: 'data', fields: {} }
  return manifest
}
