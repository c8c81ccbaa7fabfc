import { type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db, PreparedReader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'

/**
 * Max number of sections of a page. Section IDs are `page × sectionsPerPage + index`, so the sections of a page form
 * one range.
 */
export const sectionsPerPage = 4096

/** BM25 weights of the columns title, headings (for sections: the titles above) and text. */
export const columnWeights = { page: '10.0, 4.0, 1.0', section: '10.0, 3.0, 1.0' } satisfies Record<IndexUnit, string>
const maxSectionsListed = 500

export type IndexUnit = 'page' | 'section'

export interface RankedRow {
  id: number
  /** BM25 score of the row; higher is better */
  score: number
}

interface PartialRow extends RankedRow {
  /** Share of the query that is found anywhere on the page; 0 to 1 */
  share: number
}

export interface HitsRequest {
  /** FTS5 expression of all words */
  expression: string
  /** Max number of pages that match it, if known; they are not counted then */
  pages: number | undefined
  /** Max number of rows whose texts are ranked; above it, only title matches are ranked */
  maxRanked: number
  /** FTS5 expressions of single words with their weights; pages are also listed by the sum of those that match */
  partial: { expression: string; weight: number; share: number }[]
}

export interface Hits {
  /** Pages with all words; matches in texts have score 0 if only title matches are ranked */
  pages: RankedRow[]
  sections: (RankedRow & { title: string })[]
  /** Number of sections with all words */
  sectionTotal: number
  partial: PartialRow[]
  /** All these pages by ID, those of the sections too */
  pageRows: Map<number, PageRow>
}

/** Max number of pages and of sections that are listed */
const maxListed = 40
const maxPartialListed = 15

/** Lists pages and sections with all words, best first, and pages with some words, in one statement. */
export async function listHits(db: PreparedReader, locale: Locale, request: HitsRequest): Promise<Hits> {
  const { expression, pages = -1, maxRanked, partial } = request
  const limit = Math.ceil(Math.max(maxRanked, maxListed))
  const weighed = partial.flatMap(({ expression: part, weight, share }) => [part, weight, share])
  const rows = await db.readAll(hitsSql(locale, partial.length))(expression, pages, maxRanked, limit, ...weighed)
  const hits: Hits = { pages: [], sections: [], sectionTotal: 0, partial: [], pageRows: new Map() }
  for (const [part, ...columns] of rows) {
    const [id, score, share, title, path, kind, keywords] = columns as HitColumns
    if (part === 'page') hits.pages.push({ id, score })
    else if (part === 'section') hits.sections.push({ id, score, title })
    else if (part === 'partial') hits.partial.push({ id, score, share })
    else if (part === 'row') hits.pageRows.set(id, { id, title, path, kind, keywords })
    else hits.sectionTotal = id
  }
  return hits
}

type HitColumns = [
  id: number,
  score: number,
  share: number,
  title: string,
  path: string,
  kind: PageKind,
  keywords: string,
]

/**
 * Parameters: 1 is the expression, 2 the number of pages or -1, 3 the max number of rows whose texts are ranked, 4 the
 * max number of rows that are ranked; then three of each partial expression.
 */
function hitsSql(locale: Locale, partial: number): string {
  const [pageIndex, sectionIndex] = [`search_page_index_${locale}`, `search_section_index_${locale}`]
  const rankedIn = (unit: IndexUnit, index: string) => `
    select id, score from (
      select rowid as id, -bm25(${index}, ${columnWeights[unit]}) as score from ${index}
      where ${index} match (select case when n <= ?3 then ?1 else '{title} : (' || ?1 || ')' end from ${unit}_total)
      limit ?4
    ) order by score desc, id limit ${maxListed}`
  const weighed = Array.from({ length: partial }, (_, at) => {
    const [expression, weight, share] = [5, 6, 7].map((place) => `?${at * 3 + place}`)
    return `select rowid as id, ${weight} as weight, ${share} as share from ${pageIndex} where ${pageIndex} match ${expression}`
  })
  const partialHits = `
    select id, sum(weight) as score, sum(share) as share from (${weighed.join(' union all ')}) group by id
    order by score desc, id limit ${maxPartialListed}`
  return `
    with page_total(n) as materialized (
      select case when ?2 >= 0 then ?2 else (select count(*) from ${pageIndex} where ${pageIndex} match ?1) end),
    section_total(n) as materialized (select count(*) from ${sectionIndex} where ${sectionIndex} match ?1),
    page_hits(id, score) as materialized (${rankedIn('page', pageIndex)}),
    section_hits(id, score) as materialized (${rankedIn('section', sectionIndex)}),
    other_hits(id) as materialized (
      select rowid from ${pageIndex} where ${pageIndex} match ?1
      limit (select case when n > ?3 and (select count(*) from page_hits) < ${maxListed} then ${maxListed} else 0 end
        from page_total)),
    partial_hits(id, score, share) as materialized (${partial > 0 ? partialHits : 'select 0, 0, 0 where false'}),
    listed(id) as (
      select id from page_hits union select id from other_hits union select id from partial_hits
      union select id / ${sectionsPerPage} from section_hits)
    select 'page', id, score, null, null, null, null, null from page_hits
    union all select 'page', id, 0, null, null, null, null, null from other_hits
      where id not in (select id from page_hits)
    union all select 'section', h.id, h.score, null, s.title, null, null, null
      from section_hits h join search_sections s on s.id = h.id
    union all select 'partial', id, score, share, null, null, null, null from partial_hits
    union all select 'row', id, null, null, title, path, kind, keywords from search_pages
      where id in (select id from listed)
    union all select 'total', n, null, null, null, null, null, null from section_total`
}

/** Lists one row per matching pair of section and expression. */
export async function listSectionsWith(
  db: PreparedReader,
  locale: Locale,
  pages: number[],
  expressions: string[],
): Promise<{ id: number; expression: number }[]> {
  if (pages.length === 0 || expressions.length === 0) return []
  const index = indexOf('section', locale)
  const parts = expressions.map(
    (expression, place) => sql`
      select * from (select rowid as id, ${place} as expression from ${index} where ${index} match ${expression}
      and rowid between ${Math.min(...pages) * sectionsPerPage} and ${(Math.max(...pages) + 1) * sectionsPerPage - 1}
      and rowid / ${wholeNumber(sectionsPerPage)} in ${listOf(pages)} limit ${maxSectionsListed})`,
  )
  return db.orm.all(sql.join(parts, sql` union all `))
}

interface TitleRow {
  id: number
  title: string
}

export interface PageRow extends TitleRow {
  path: string
  kind: PageKind
  /** Keywords of the page, a JSON list of texts */
  keywords: string
}

export interface SectionRow extends TitleRow {
  address: string
  trail: string
  level: number
  content: string
}

export async function listSections(db: PreparedReader, ids: number[], maxLength: number): Promise<SectionRow[]> {
  return db.orm.all<SectionRow>(sql`
    select id, address, title, trail, level, substr(content, 1, ${maxLength}) as content
    from search_sections where id in ${listOf(ids)}`)
}

export function indexOf(unit: IndexUnit, locale: Locale): SQL {
  return sql`${sql.identifier(`search_${unit}_index_${locale}`)}`
}

/**
 * Writes a whole number into the SQL text, because libSQL binds every number as real, and dividing by a real leaves
 * fractions.
 */
function wholeNumber(value: number): SQL {
  return sql.raw(String(value))
}

function listOf(values: (string | number)[]): SQL {
  return sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

export interface CountedLinkWords {
  path: string
  text: string
  pages: number
}

/** Max number of link texts per page: those used by most pages come first, then the shortest. */
const maxNames = 20
/**
 * Max number of links that are read per page, because a page linked from everywhere has as many links as the site has
 * pages.
 */
const maxLinks = 1000

/** Lists the texts of links to these pages that contain one of `heads` (the first letters of a word) */
export async function listLinkWords(db: PreparedReader, paths: string[], heads: string[]): Promise<CountedLinkWords[]> {
  if (heads.length === 0) return []
  const hasHead = sql.join(
    heads.map((head) => sql`instr(text, ${head})`),
    sql` or `,
  )
  const links = sql.join(
    paths.map(
      (path) => sql`
        select * from (select path, text from search_links where path = ${path} and (${hasHead}) limit ${maxLinks})`,
    ),
    sql` union all `,
  )
  return db.orm.all(sql`
    select path, text, pages from (
      select path, text, count(*) as pages,
        row_number() over (partition by path order by count(*) desc, length(text), text) as place
      from (${links}) group by path, text
    ) where place <= ${maxNames}`)
}

export function replaceSynonyms(db: Db, locale: Locale, pairs: [phrase: string, means: string][]): BatchStatement[] {
  const queries = [
    sql`delete from search_synonyms where locale = ${locale}`,
    sql`
      insert or ignore into search_synonyms (locale, phrase, means)
      select ${locale}, v.value ->> 0, v.value ->> 1 from json_each(${JSON.stringify(pairs)}) v`,
  ]
  return queries.map((query) => db.orm.run(query))
}
