import type { BatchStatement, Db } from '../../db/client.ts'
import { isLocale } from '../../i18n/locales.ts'
import { type Collection, collections } from '../collections.ts'
import type { PageAddress } from '../search/indexing.ts'
import { replaceSynonyms } from '../search/queries.ts'
import type { FileBatch } from './file-batch.ts'
import { folderRowId } from './folder-row-id.ts'
import { checkLinks, deleteLinks } from './links/queries.ts'
import { recordOldAddress, replaceRedirects } from './moves/queries.ts'
import { deleteFile, deleteFolder, deleteRow, type KnownFile } from './queries.ts'

export async function removeFile(db: Db, batch: FileBatch, row: KnownFile): Promise<void> {
  const { file } = row
  const isPage = row.path !== ''
  const leaving = isPage ? [...recordOldAddress(db, file, row.path), ...replaceRedirects(db, file, row.path, [])] : []
  const links = isPage ? [deleteLinks(db, file), checkLinks(db, file, [row.path])] : []
  const statements = [...unpublishStatements(db, row), ...leaving, deleteFile(db, file), ...links]
  await batch.add({ statements, paths: [row.path], size: 0, left: indexedAddress(row) })
}

export function unpublishStatements(db: Db, { collection, rowId }: KnownFile): BatchStatement[] {
  if (collection === 'folder') {
    const settings = folderRowId(rowId)
    return [deleteFolder(db, rowId), ...(settings ? [deleteRow(db, settings.collection, settings.id)] : [])]
  }
  if (collection === 'search') return isLocale(rowId) ? replaceSynonyms(db, rowId, []) : []
  return [deleteRow(db, kindOf(collection).name, rowId)]
}

/** Returns the address of a file's page in the search index; undefined for files that are not pages */
export function indexedAddress({ collection, path }: Pick<KnownFile, 'collection' | 'path'>): PageAddress | undefined {
  const kind = path ? kindOf(collection) : undefined
  return kind && 'locale' in kind ? { locale: kind.locale, path } : undefined
}

function kindOf(name: string): Collection {
  const collection = collections.find((candidate) => candidate.name === name)
  if (!collection) throw new Error(`content_files names an unknown collection: ${name}`)
  return collection
}
