import { z } from 'zod'
import type { BatchStatement } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { nameOf, pathOf, stemOf } from '../addresses.ts'
import { titleCase } from '../body/derive.ts'
import { type Collection, collectionOf, synonymsLocale } from '../collections.ts'
import { replaceSynonyms } from '../search/queries.ts'
import { pairsOf, stemsIn } from '../search/synonyms.ts'
import { categoryFields, folderFields, folderFields as known, unknownFields, withoutBlanks } from './fields.ts'
import { problemsOf, readYamlFile } from './front-matter.ts'
import { ingestPage } from './ingest-page.ts'
import { type CollectionRow, replaceFolder, replaceRow } from './queries.ts'
import { rowHash } from './read-page.ts'
import { decodeSource } from './read-source.ts'
import { type FileContext, type FileOutcome, folderRowId, rejected, saveFile } from './stored-file.ts'

const maxWords = 1000
const maxSynonyms = 20
const maxLength = 80

const phrase = z
  .union([z.string(), z.number().transform(String)], 'expected a word')
  .refine(
    (text) => text.length <= maxLength && stemsIn(text) !== '',
    `expected a word of up to ${maxLength} characters`,
  )

/** Fields of `content/ru/search.yml`: a word of the texts with the words that readers use for it. */
const synonymFields = z
  .record(phrase, z.array(phrase, 'expected a list of words').max(maxSynonyms, `expected at most ${maxSynonyms} words`))
  .refine((words) => Object.keys(words).length <= maxWords, `expected at most ${maxWords} words`)

type DataCollection = Extract<Collection, { kind: 'categories' | 'info' }>

async function ingestData(context: FileContext, collection: DataCollection): Promise<FileOutcome> {
  const { source } = context
  const read = readYamlFile(context.text)
  if (read.status === 'broken') return rejected(source.file, read.problems)
  const { frontMatter } = read
  const file = 'locale' in collection ? source.file.slice(collection.locale.length + 1) : source.file
  const id = `${collection.name}/${file}`
  if (collection.kind === 'info') {
    const row = { id, extension: 'yml', meta: JSON.stringify(frontMatter.data), stem: 'info' }
    return saveRow(context, { collection: 'info', row: { ...row, hash: rowHash(Object.values(row)) } })
  }
  const fields = categoryFields.safeParse(withoutBlanks(frontMatter.data))
  if (!fields.success) return rejected(source.file, problemsOf(fields.error, frontMatter))
  const slug = fields.data.slug ?? nameOf(source.file)
  const { title = titleCase(slug), description = '', label = null } = fields.data
  const icon = fields.data.icon || null
  const meta = JSON.stringify(unknownFields(z.record(z.string(), z.unknown()).parse(frontMatter.data), categoryFields))
  const row = { id, title, description, extension: 'yml', icon, label, meta, slug, stem: stemOf(source.file) }
  const hash = rowHash(Object.values(row))
  return saveRow(context, { collection: `categories_${collection.locale}`, row: { ...row, hash } })
}

async function ingestFolder(context: FileContext): Promise<FileOutcome> {
  const { db, source } = context
  const read = readYamlFile(context.text)
  if (read.status === 'broken') return rejected(source.file, read.problems)
  const fields = folderFields.safeParse(withoutBlanks(read.frontMatter.data))
  if (!fields.success) return rejected(source.file, problemsOf(fields.error, read.frontMatter))
  const stem = stemOf(source.file).replace(/\/?\.navigation$/, '')
  const [locale = '', kind = ''] = source.file.split('/')
  const { navigation } = fields.data
  const said = { ...fields.data, ...(typeof navigation === 'object' ? navigation : {}) }
  const { title = null, icon } = said
  const row = { stem, collection: `${kind}_${locale}`, title, icon: icon || null, isHidden: navigation === false }
  const data = z.record(z.string(), z.unknown()).parse(read.frontMatter.data)
  const settings = folderRow(stem, data, fields.data)
  const statements = settings ? replaceRow(db, settings) : []
  return save(context, 'folder', stem, [replaceFolder(db, row), ...statements])
}

/** Stores the synonyms of one language. Only the search uses them. */
async function ingestSynonyms(context: FileContext, locale: Locale): Promise<FileOutcome> {
  const { db, source } = context
  const read = readYamlFile(context.text)
  if (read.status === 'broken') return rejected(source.file, read.problems)
  const synonyms = synonymFields.safeParse(withoutBlanks(read.frontMatter.data))
  if (!synonyms.success) return rejected(source.file, problemsOf(synonyms.error, read.frontMatter))
  return save(context, 'search', locale, replaceSynonyms(db, locale, pairsOf(synonyms.data)))
}

async function save(
  context: FileContext,
  collection: string,
  rowId: string,
  statements: BatchStatement[],
): Promise<FileOutcome> {
  await saveFile(
    context,
    {
      collection,
      rowId,
      path: '',
      source: '',
      words: 0,
      prose: null,
      publishAt: null,
      warnings: null,
      pictures: null,
      anchors: null,
      textHash: null,
      shown: null,
    },
    statements,
  )
  return { problems: [], isGood: true }
}

function saveRow(context: FileContext, row: CollectionRow): Promise<FileOutcome> {
  return save(context, row.collection, row.row.id, replaceRow(context.db, row))
}

/** Makes the row of a folder in a collection; undefined for the blog, which has only article rows. */
function folderRow(
  stem: string,
  data: Record<string, unknown>,
  { title, navigation }: z.infer<typeof folderFields>,
): CollectionRow | undefined {
  const place = folderRowId(stem)
  if (!place) return undefined
  const { icon, ...others } = { ...unknownFields(data, known), icon: data.icon }
  const row = {
    id: place.id,
    title: title ?? '',
    body: JSON.stringify(data),
    description: '',
    draft: false,
    extension: 'yml',
    head: null,
    meta: JSON.stringify({ ...others, ...(icon !== undefined && { icon }) }),
    navigation: JSON.stringify(navigation),
    ogImage: null,
    path: `${pathOf(stem)}/.navigation`,
    robots: null,
    schemaOrg: null,
    seo: JSON.stringify(title === undefined ? {} : { title }),
    sitemap: null,
    stem: `${stem}/.navigation`,
    updated: null,
  }
  return { collection: place.collection, row: { ...row, hash: rowHash(Object.values(row)) } }
}

export async function ingestFile(context: Omit<FileContext, 'text'>): Promise<FileOutcome> {
  const decoded = decodeSource(context.source)
  if (decoded.status === 'refused') return { problems: decoded.problems, isGood: false }
  const file = { ...context, text: decoded.text }
  const collection = collectionOf(context.source.file)
  const synonyms = synonymsLocale(context.source.file)
  if (synonyms) return ingestSynonyms(file, synonyms)
  if (!collection) return ingestFolder(file)
  if (collection.kind === 'docs' || collection.kind === 'blog') return ingestPage(file, collection)
  return ingestData(file, collection)
}
