import type { Locale } from '../i18n/locales.ts'

export type PageKind = 'docs' | 'blog'
export type CollectionName = 'docs_ru' | 'docs_en' | 'blog_ru' | 'blog_en' | 'categories_ru' | 'categories_en' | 'info'

/** Files of one kind and language: one table in `content.db`. */
export type Collection =
  | { name: `docs_${Locale}`; kind: 'docs'; locale: Locale; folder: string }
  | { name: `blog_${Locale}`; kind: 'blog'; locale: Locale; folder: string }
  | { name: `categories_${Locale}`; kind: 'categories'; locale: Locale; folder: string }
  | { name: 'info'; kind: 'info'; folder: '' }

export const collections: Collection[] = [
  { name: 'info', kind: 'info', folder: '' },
  { name: 'categories_ru', kind: 'categories', locale: 'ru', folder: 'ru/categories' },
  { name: 'categories_en', kind: 'categories', locale: 'en', folder: 'en/categories' },
  { name: 'docs_ru', kind: 'docs', locale: 'ru', folder: 'ru/docs' },
  { name: 'docs_en', kind: 'docs', locale: 'en', folder: 'en/docs' },
  { name: 'blog_ru', kind: 'blog', locale: 'ru', folder: 'ru/blog' },
  { name: 'blog_en', kind: 'blog', locale: 'en', folder: 'en/blog' },
]

/** Names that begin with a dot belong to editors and other programs, and to no collection. */
export function collectionOf(file: string): Collection | undefined {
  if (/(^|\/)\./.test(file)) return undefined
  if (file === 'info.yml') return collections.find(({ kind }) => kind === 'info')
  return collections.find(({ kind, folder }) => {
    if (kind === 'info' || !file.startsWith(`${folder}/`)) return false
    return kind === 'categories' ? /\.ya?ml$/.test(file) : /\.(mdx?|markdown)$/.test(file)
  })
}

export function isSearchSettings(file: string): boolean {
  return /^(ru|en)\/search\.yml$/.test(file)
}

/** Files that are neither a page nor a row of a collection. */
export function isSettings(file: string): boolean {
  return isFolderSettings(file) || isSearchSettings(file)
}

export function isFolderSettings(file: string): boolean {
  return /^(ru|en)\/(docs|blog)\/(.+\/)?\.navigation\.yml$/.test(file)
}
