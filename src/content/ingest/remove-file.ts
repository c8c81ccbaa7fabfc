import type { BatchStatement, Db } from '../../db/client.ts'
import { type CollectionName, collections } from '../collections.ts'
import { removeStatements } from '../search/queries.ts'
import { replaceSynonyms } from '../search/synonym-queries.ts'
import { folderRowId } from './folder-row-id.ts'
import { checkLinks, deleteLinks } from './links/queries.ts'
import { leaveAddress, replaceRedirects } from './moves/queries.ts'
import { deleteFile, deleteFolder, deleteRow, type KnownFile, raiseVersion } from './queries.ts'

export async function removeFile(db: Db, row: KnownFile): Promise<void> {
  const { file } = row
  const isPage = row.path !== ''
  const leaving = isPage ? [...leaveAddress(db, file, row.path), ...replaceRedirects(db, file, row.path, [])] : []
  const links = isPage ? [deleteLinks(db, file), checkLinks(db, file, [row.path])] : []
  await db.writeBatch([...unpublishStatements(db, row), ...leaving, deleteFile(db, file), ...links, raiseVersion(db)], {
    lane: 'bulk',
  })
}

export function unpublishStatements(db: Db, { collection, rowId, path }: KnownFile): BatchStatement[] {
  if (collection === 'folder') {
    const settings = folderRowId(rowId)
    return [deleteFolder(db, rowId), ...(settings ? [deleteRow(db, settings.collection, settings.id)] : [])]
  }
  if (collection === 'search') return replaceSynonyms(db, rowId === 'en' ? 'en' : 'ru', [])
  const { kind, locale } = localeOf(collection)
  const row = deleteRow(db, kind, rowId)
  return locale && path ? [row, ...removeStatements(db, { locale, path })] : [row]
}

function localeOf(name: string): { kind: CollectionName; locale?: 'ru' | 'en' } {
  const collection = collections.find((candidate) => candidate.name === name)
  if (!collection) throw new Error(`content_files names an unknown collection: ${name}`)
  return 'locale' in collection ? { kind: collection.name, locale: collection.locale } : { kind: collection.name }
}
