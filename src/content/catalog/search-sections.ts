import type { Db } from '../../db/client.ts'
import { searchSections as sectionsOfPage } from '../body/sections.ts'
import type { Body } from '../mdc/ast.ts'
import { headingLevel } from '../mdc/tree/toc.ts'
import type { CollectionSchema } from '../protocol/schema.ts'
import { type QueryBuilder, queryCollection } from '../query/builder.ts'
import type { ContentRow } from '../query/refine.ts'
import type { SearchSection } from '../search/indexing.ts'

type HeadingTag = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'

export interface SearchSectionsOptions {
  ignoredTags?: readonly string[]
  extraFields?: readonly string[]
  /** Headings outside this range are treated as text; h1 to h6 by default */
  minHeading?: HeadingTag
  maxHeading?: HeadingTag
  where?: (query: QueryBuilder) => QueryBuilder
}

export interface CollectionSection extends SearchSection {
  [field: string]: unknown
}

/**
 * Sections of pages by stem, each with its top-level headings. @throws RangeError for an unknown column or a data
 * collection
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

/** Only ingest writes bodies, from the type `Body`, so checking its presence is enough. */
function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && 'value' in value && Array.isArray(value.value)
}
