import type { KnownFile } from './queries.ts'

export interface KnownFiles {
  get(file: string): KnownFile | undefined
  ownerOf(path: string): string | undefined
  set(row: KnownFile): void
  delete(file: string): void
  values(): Iterable<KnownFile>
}

export function createKnownFiles(rows: readonly KnownFile[]): KnownFiles {
  const byFile = new Map<string, KnownFile>()
  const owners = new Map<string, string>()
  const remove = (file: string) => {
    const row = byFile.get(file)
    if (row && owners.get(row.path) === file) owners.delete(row.path)
    byFile.delete(file)
  }
  const put = (row: KnownFile) => {
    remove(row.file)
    byFile.set(row.file, row)
    // Data has no address.
    if (row.path !== '') owners.set(row.path, row.file)
  }
  for (const row of rows) put(row)
  return {
    get: (file) => byFile.get(file),
    ownerOf: (path) => owners.get(path),
    set: put,
    delete: remove,
    values: () => byFile.values(),
  }
}
