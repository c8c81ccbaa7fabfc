import { type Locale, locales } from '../i18n/locales.ts'

export type PageKind = 'docs' | 'blog'

/** A collection: files of one kind and language, which have one table in `content.db`. */
export type Collection =
  | { name: `docs_${Locale}`; kind: 'docs'; locale: Locale; folder: string }
  | { name: `blog_${Locale}`; kind: 'blog'; locale: Locale; folder: string }
  | { name: `categories_${Locale}`; kind: 'categories'; locale: Locale; folder: string }
  | { name: 'info'; kind: 'info'; folder: '' }
export type CollectionName = Collection['name']

export const collections: Collection[] = [
  { name: 'info', kind: 'info', folder: '' },
  ...inEachLocale((locale) => ({
    name: `categories_${locale}`,
    kind: 'categories',
    locale,
    folder: `${locale}/categories`,
  })),
  ...inEachLocale((locale) => ({ name: `docs_${locale}`, kind: 'docs', locale, folder: `${locale}/docs` })),
  ...inEachLocale((locale) => ({ name: `blog_${locale}`, kind: 'blog', locale, folder: `${locale}/blog` })),
]

function inEachLocale(collectionIn: (locale: Locale) => Collection): Collection[] {
  return locales.map(collectionIn)
}

/** Pattern of the first folder of a file of a language */
export const localeFolder = `(${locales.join('|')})`
const folderSettings = new RegExp(`^${localeFolder}/(docs|blog)/(.+/)?\\.navigation\\.yml$`)

/** Names that begin with a dot belong to editors and other programs, and to no collection. */
export function collectionOf(file: string): Collection | undefined {
  if (/(^|\/)\./.test(file)) return undefined
  if (file === 'info.yml') return collections.find(({ kind }) => kind === 'info')
  return collections.find(({ kind, folder }) => {
    if (kind === 'info' || !file.startsWith(`${folder}/`)) return false
    return kind === 'categories' ? /\.ya?ml$/.test(file) : /\.(mdx?|markdown)$/.test(file)
  })
}

/** Language of a file of synonyms, `en/search.yml`; undefined for other files */
export function synonymsLocale(file: string): Locale | undefined {
  return locales.find((locale) => file === `${locale}/search.yml`)
}

/** Whether a file has settings, and so is neither a page nor a row of a collection. */
export function isSettings(file: string): boolean {
  return isFolderSettings(file) || synonymsLocale(file) !== undefined
}

export function isFolderSettings(file: string): boolean {
  return folderSettings.test(file)
}
