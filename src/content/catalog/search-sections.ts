import type { Db } from '../../db/client.ts'
import type { Body } from '../mdc/ast.ts'
import { headingLevel } from '../mdc/toc.ts'
import type { CollectionSchema } from '../protocol/schema.ts'
import { type QueryBuilder, queryCollection } from '../query/builder.ts'
import type { ContentRow } from '../query/refine.ts'
import type { SearchSection } from '../search/section.ts'
import { searchSections as sectionsOfPage } from '../sections.ts'

export type HeadingTag = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'

export interface SearchSectionsOptions {
  /** Elements whose text is left out, such as `pre`; styles and scripts always are */
  ignoredTags?: readonly string[]
  /** Columns of the page that each of its sections carries, null where they are null */
  extraFields?: readonly string[]
  /** Headings outside this range are text of the section they stand in; h1 to h6 unless given */
  minHeading?: HeadingTag
  maxHeading?: HeadingTag
  /** Narrows the pages: `(query) => query.where('draft', '=', false)` */
  where?: (query: QueryBuilder) => QueryBuilder
}

/** A section with the extra fields that were asked for. */
export interface CollectionSection extends SearchSection {
  [field: string]: unknown
}

/**
 * The sections of all Markdown pages of a collection, page by page in the order of their stems: each page, then its
 * top-level headings. Texts of nested blocks are kept apart by spaces; see `src/content/sections.ts`.
 * @throws RangeError when the collection has no such column, or is of data and has no pages
 */
export async function searchSections(
  db: Db,
  schema: CollectionSchema,
  { extraFields = [], where = (query) => query, ...options }: SearchSectionsOptions = {},
): Promise<CollectionSection[]> {
  const query = queryCollection(schema).where('extension', '=', 'md')
  const rows = await where(query.select('path', 'body', 'description', 'title', ...extraFields)).all(db)
  return rows.flatMap((row) => sectionsOfRow(row, extraFields, options))
}

function sectionsOfRow(
  row: ContentRow,
  extraFields: readonly string[],
  { ignoredTags, minHeading = 'h1', maxHeading = 'h6' }: SearchSectionsOptions,
): CollectionSection[] {
  const page = {
    path: textOf(row.path),
    title: textOf(row.title),
    description: textOf(row.description),
    body: isBody(row.body) ? row.body : { type: 'minimal' as const, value: [] },
  }
  const sections = sectionsOfPage(page, {
    topLevelOnly: true,
    ignoredTags,
    minLevel: headingLevel(minHeading),
    maxLevel: headingLevel(maxHeading),
  })
  const asked = extraFields.map((name) => [name, row[name]] as const).filter(([, value]) => value !== undefined)
  return sections.map((section) => ({ ...Object.fromEntries(asked), ...section }))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Bodies are written by ingest alone, which makes them from the type `Body`: that it is one is all there is to check. */
function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && 'value' in value && Array.isArray(value.value)
}
