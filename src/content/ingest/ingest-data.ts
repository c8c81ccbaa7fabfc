import { z } from 'zod'
import type { BatchStatement } from '../../db/client.ts'
import { stemOf } from '../addresses.ts'
import type { Collection } from '../collections.ts'
import { categoryFields, folderFields, unknownFields } from './fields.ts'
import { folderRow } from './folder-row.ts'
import { withdrawStatements } from './forget-file.ts'
import { problemsOf, readYamlFile } from './front-matter.ts'
import type { FileContext, FileOutcome } from './ingest.ts'
import type { Problem } from './problem.ts'
import { type CollectionRow, type FileRow, raiseVersion, replaceFile, replaceFolder, replaceRow } from './queries.ts'
import { rowHash } from './read-page.ts'

type DataCollection = Extract<Collection, { kind: 'categories' | 'info' }>

/** Reads a category or the site's facts. */
export async function ingestData(context: FileContext, collection: DataCollection): Promise<FileOutcome> {
  const { source } = context
  const read = readYamlFile(context.text)
  if (read.status === 'broken') return refused(source.file, read.problems)
  const { frontMatter } = read
  const id = `${collection.name}/${source.file.replace(/^(ru|en)\//, '')}`
  if (collection.kind === 'info') {
    const row = { id, extension: 'yml', meta: JSON.stringify(frontMatter.data), stem: 'info' }
    return write(context, id, { collection: 'info', row: { ...row, hash: rowHash(Object.values(row)) } })
  }
  const fields = categoryFields.safeParse(frontMatter.data)
  if (!fields.success) return refused(source.file, problemsOf(fields.error, frontMatter))
  const { title, description, icon = null, label = null } = fields.data
  const slug =
    fields.data.slug ??
    stemOf(source.file)
      .split('/')
      .at(-1)
      ?.replace(/^\d+\./, '') ??
    ''
  const meta = JSON.stringify(unknownFields(z.record(z.string(), z.unknown()).parse(frontMatter.data), categoryFields))
  const row = { id, title, description, extension: 'yml', icon, label, meta, slug, stem: stemOf(source.file) }
  const hash = rowHash(Object.values(row))
  return write(context, id, { collection: `categories_${collection.locale}`, row: { ...row, hash } })
}

/** Reads a folder's `.navigation.yml`. */
export async function ingestFolder(context: FileContext): Promise<FileOutcome> {
  const { db, source } = context
  const read = readYamlFile(context.text)
  if (read.status === 'broken') return refused(source.file, read.problems)
  const fields = folderFields.safeParse(read.frontMatter.data)
  if (!fields.success) return refused(source.file, problemsOf(fields.error, read.frontMatter))
  const stem = stemOf(source.file).replace(/\/?\.navigation$/, '')
  const [locale = '', kind = ''] = source.file.split('/')
  const { title = null, icon = null, navigation } = fields.data
  const row = { stem, collection: `${kind}_${locale}`, title, icon, isHidden: !navigation }
  const data = z.record(z.string(), z.unknown()).parse(read.frontMatter.data)
  const settings = folderRow(stem, data, fields.data)
  const statements = settings ? replaceRow(db, settings) : []
  await finish(context, { collection: 'folder', rowId: stem }, [replaceFolder(db, row), ...statements])
  return { problems: [], pictures: [], isGood: true }
}

async function write(context: FileContext, rowId: string, row: CollectionRow): Promise<FileOutcome> {
  await finish(context, { collection: row.collection, rowId }, replaceRow(context.db, row))
  return { problems: [], pictures: [], isGood: true }
}

async function finish(
  { db, known, source }: FileContext,
  { collection, rowId }: Pick<FileRow, 'collection' | 'rowId'>,
  statements: BatchStatement[],
): Promise<void> {
  const { file, digest } = source
  const row: FileRow = { file, collection, rowId, path: '', digest, source: '', words: 0, publishAt: null }
  const before = known.get(file)
  await db.writeBatch([
    ...(before ? withdrawStatements(db, before) : []),
    ...statements,
    replaceFile(db, row),
    raiseVersion(db),
  ])
  known.set(file, row)
}

function refused(file: string, problems: Omit<Problem, 'file' | 'severity'>[]): FileOutcome {
  return { problems: problems.map((problem) => ({ ...problem, file, severity: 'error' })), pictures: [], isGood: false }
}
