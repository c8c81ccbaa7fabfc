import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { findPages } from './find.ts'
import { type Mark, markText } from './marks.ts'
import { createFinder, type Finder } from './matches.ts'
import { cutQuery } from './parse-query.ts'
import { listSections, type SectionRow } from './queries.ts'
import { makeSnippet } from './snippet.ts'
import { understandQuery } from './understand.ts'

/** A section that was found. */
export interface SearchHit {
  /** Address of the section, with its anchor. */
  id: string
  title: string
  titleParts: Mark[]
  /** Titles of the headings above, the page's first. */
  trail: string[]
  level: number
  snippet: Mark[]
}

/** A page that was found, with its best sections. */
export interface SearchGroup {
  path: string
  title: string
  titleParts: Mark[]
  kind: PageKind
  hits: SearchHit[]
}

export interface SearchAnswer {
  /** The query as it was searched: trimmed, cut to 200 characters. */
  query: string
  /** Sections that match, shown or not. */
  total: number
  /** What was searched instead, when nothing has a word as it was typed. */
  corrected?: string
  /** Pages, best first. */
  groups: SearchGroup[]
}

export interface SearchRequest {
  locale: Locale
  /** Anything a reader may send. */
  query: string
  /** Pages to answer with at most. */
  limit?: number
}

/** Longer sections are searched whole, but their snippets come from the beginning. */
const longestText = 20_000

/** Searches the pages of one language. Every query has an answer; one that asks for nothing has an empty one. */
export async function searchContent(db: Reader, { locale, query, limit = 10 }: SearchRequest): Promise<SearchAnswer> {
  const asked = cutQuery(query)
  const { needs, corrected } = await understandQuery(db, locale, asked)
  if (needs.length === 0) return { query: asked, total: 0, groups: [] }
  const finder = createFinder(corrected ?? asked, needs)
  const { total, pages } = await findPages(db, locale, finder, limit)
  const ids = pages.flatMap(({ sections }) => sections)
  const sections = new Map((await listSections(db, ids, longestText)).map((row) => [row.id, row]))
  const groups = pages.map(({ path, title, kind, sections: own }): SearchGroup => {
    const rows = own.flatMap((id) => sections.get(id) ?? [])
    const hits = different(rows).map((row) => hitOf(row, finder))
    return { path, title, titleParts: markText(title, finder.inText(title)), kind, hits }
  })
  return { query: asked, total, ...(corrected !== undefined && { corrected }), groups }
}

/** Sections that repeat the title and the text of another are left out. */
function different(rows: SectionRow[]): SectionRow[] {
  return rows.filter(
    ({ title, content }, at) => rows.findIndex((other) => other.title === title && other.content === content) === at,
  )
}

function hitOf({ address, title, trail, level, content }: SectionRow, finder: Finder): SearchHit {
  return {
    id: address,
    title,
    titleParts: markText(title, finder.inText(title)),
    trail: trailOf(trail),
    level,
    snippet: makeSnippet(content, finder.inText(content)),
  }
}

/** The trail as `indexStatements` wrote it: a JSON list of strings. */
function trailOf(json: string): string[] {
  return JSON.parse(json)
}
