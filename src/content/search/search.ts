import type { PreparedReader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { analyzeQuery } from './analyze-query.ts'
import { findPages } from './find.ts'
import { createMatcher, type Mark, type Matcher, makeSnippet, markText } from './matches.ts'
import { listSections, type SectionRow } from './queries.ts'
import { cleanQuery } from './query.ts'
import { findNearWords } from './vocabulary.ts'

interface SearchHit {
  id: string
  title: string
  titleParts: Mark[]
  trail: string[]
  level: number
  snippet: Mark[]
}

export interface SearchGroup {
  path: string
  title: string
  titleParts: Mark[]
  kind: PageKind
  hits: SearchHit[]
}

export interface SearchAnswer {
  query: string
  total: number
  /** Query that was really searched, with unknown words replaced */
  corrected?: string
  groups: SearchGroup[]
  /** Known words similar to those of the query, present if nothing was found */
  near?: string[]
}

export interface SearchRequest {
  locale: Locale
  query: string
  limit?: number
}

/** Max number of characters that are read per section. Snippets of longer sections come from their beginning. */
const maxTextLength = 20_000

export async function searchContent(
  db: PreparedReader,
  { locale, query, limit = 10 }: SearchRequest,
): Promise<SearchAnswer> {
  const asked = cleanQuery(query)
  const { clauses, total: totalPages, corrected } = await analyzeQuery(db, locale, asked)
  if (clauses.length === 0) {
    const near = await findNearWords(db, locale, asked)
    return { query: asked, total: 0, groups: [], ...(near.length > 0 && { near }) }
  }
  const matcher = createMatcher(corrected ?? asked, clauses, totalPages)
  const { total, pages } = await findPages(db, locale, matcher, limit)
  const ids = pages.flatMap(({ sections }) => sections)
  const sections = new Map((await listSections(db, ids, maxTextLength)).map((row) => [row.id, row]))
  const groups = pages.map(({ path, title, kind, sections: own }): SearchGroup => {
    const rows = own.flatMap((id) => sections.get(id) ?? [])
    const hits = withoutDuplicates(rows).map((row) => hitOf(row, matcher))
    return { path, title, titleParts: markText(title, matcher.inText(title)), kind, hits }
  })
  return { query: asked, total, ...(corrected !== undefined && { corrected }), groups }
}

function withoutDuplicates(rows: SectionRow[]): SectionRow[] {
  return rows.filter(
    ({ title, content }, at) => rows.findIndex((other) => other.title === title && other.content === content) === at,
  )
}

function hitOf({ address, title, trail, level, content }: SectionRow, matcher: Matcher): SearchHit {
  return {
    id: address,
    title,
    titleParts: markText(title, matcher.inText(title)),
    trail: trailOf(trail),
    level,
    snippet: makeSnippet(content, matcher.inText(content)),
  }
}

/** Parses the headings above a section, which `indexStatements` writes as a JSON list of strings. */
function trailOf(json: string): string[] {
  return JSON.parse(json)
}
