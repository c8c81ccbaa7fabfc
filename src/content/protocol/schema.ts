import { locales } from '../../i18n/locales.ts'

/** Columns in dump order, with the names and SQL types of Nuxt Content 3.5 to 3.16, which clients rely on. */

/** `json` and `date` are stored as text: JSON and an ISO instant. */
export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'json'

export interface Field {
  name: string
  type: FieldType
  maxLength?: number
  default?: string
}

export interface CollectionSchema {
  name: string
  table: string
  type: 'page' | 'data'
  /** Fields in the order `id`, `title`, then by code point; without the `__hash__` at the end. */
  fields: Field[]
}

export const hashColumn = '__hash__'

export function collectionSchema(name: string, type: 'page' | 'data', fields: Field[]): CollectionSchema {
  const rank = (field: Field) => (field.name === 'id' ? 0 : field.name === 'title' ? 1 : 2)
  const ordered = fields.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
  return { name, table: `_content_${name}`, type, fields: ordered }
}

export function columnsOf({ fields }: CollectionSchema): string[] {
  return [...fields.map(({ name }) => name), hashColumn]
}

export const pageFields: Field[] = [
  { name: 'id', type: 'string' },
  { name: 'title', type: 'string' },
  { name: 'body', type: 'json' },
  { name: 'description', type: 'string' },
  { name: 'extension', type: 'string' },
  { name: 'meta', type: 'json' },
  { name: 'navigation', type: 'json', default: 'true' },
  { name: 'path', type: 'string' },
  { name: 'seo', type: 'json', default: "'{}'" },
  { name: 'stem', type: 'string' },
]

const dataFields: Field[] = [
  { name: 'id', type: 'string' },
  { name: 'extension', type: 'string' },
  { name: 'meta', type: 'json' },
  { name: 'stem', type: 'string' },
]

const publishedFields: Field[] = [
  ...pageFields,
  { name: 'draft', type: 'boolean' },
  { name: 'head', type: 'json' },
  { name: 'ogImage', type: 'json' },
  { name: 'robots', type: 'json' },
  { name: 'schemaOrg', type: 'json' },
  { name: 'sitemap', type: 'json' },
]

const docsFields: Field[] = [...publishedFields, { name: 'updated', type: 'date' }]

const blogFields: Field[] = [
  ...publishedFields,
  { name: 'category', type: 'string' },
  { name: 'date', type: 'date' },
  { name: 'image', type: 'json' },
]

const categoryFields: Field[] = [
  ...dataFields,
  { name: 'title', type: 'string' },
  { name: 'description', type: 'string' },
  { name: 'icon', type: 'string' },
  { name: 'label', type: 'string' },
  { name: 'slug', type: 'string' },
]

/**
 * Schemas of all collections. The table of the collection `info` has another name, because `_content_info` is the
 * protocol's own.
 */
export const collectionSchemas: CollectionSchema[] = [
  ...locales.map((locale) => collectionSchema(`docs_${locale}`, 'page', docsFields)),
  ...locales.map((locale) => collectionSchema(`blog_${locale}`, 'page', blogFields)),
  ...locales.map((locale) => collectionSchema(`categories_${locale}`, 'data', categoryFields)),
  { ...collectionSchema('info', 'data', dataFields), table: '_content_info_data' },
]

export function findSchema(
  name: string,
  schemas: CollectionSchema[] = collectionSchemas,
): CollectionSchema | undefined {
  return schemas.find((schema) => schema.name === name)
}
