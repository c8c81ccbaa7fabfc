import { collectionOf, isSearchSettings } from '../collections.ts'
import { ingestData, ingestFolder, ingestSynonyms } from './ingest-data.ts'
import { ingestPage } from './ingest-page.ts'
import { decodeSource } from './read-source.ts'
import type { FileContext, FileOutcome } from './save-file.ts'

export async function ingestFile(context: Omit<FileContext, 'text'>): Promise<FileOutcome> {
  const decoded = decodeSource(context.source)
  if (decoded.status === 'refused') return { problems: decoded.problems, isGood: false }
  const file = { ...context, text: decoded.text }
  const collection = collectionOf(context.source.file)
  if (isSearchSettings(context.source.file)) return ingestSynonyms(file)
  if (!collection) return ingestFolder(file)
  if (collection.kind === 'docs' || collection.kind === 'blog') return ingestPage(file, collection)
  return ingestData(file, collection)
}
