import { type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { sectionsPerPage } from './indexing.ts'
import type { VocabularyWord } from './words.ts'

/** BM25 weights of the columns title, headings (for sections: the titles above) and text. */
export const columnWeights = { page: '10.0, 4.0, 1.0', section: '10.0, 3.0, 1.0' } satisfies Record<IndexUnit, string>
const maxSectionsListed = 500
const maxWordsListed = 100
const maxWordsRead = 1000

export type IndexUnit = 'page' | 'section'

export async function countPages(db: Reader, locale: Locale, expressions: string[]): Promise<number[]> {
  return countEach(db, indexOf('page', locale), expressions)
}

export async function countAllPages(db: Reader, locale: Locale): Promise<number> {
  const [row] = await db.orm.all<{ n: number }>(sql`select count(*) as n from search_pages where locale = ${locale}`)
  return row?.n ?? 0
}

export async function countRows(db: Reader, unit: IndexUnit, locale: Locale, expression: string): Promise<number> {
  const [rows = 0] = await countEach(db, indexOf(unit, locale), [expression])
  return rows
}

async function countEach(db: Reader, index: SQL, expressions: string[]): Promise<number[]> {
  const counts = expressions.map(
    (expression, place) => sql`
      select ${place} as place, (select count(*) from ${index} where ${index} match ${expression}) as n`,
  )
  if (counts.length === 0) return []
  const rows = await db.orm.all<{ place: number; n: number }>(sql.join(counts, sql` union all `))
  return expressions.map((_, at) => rows.find(({ place }) => place === at)?.n ?? 0)
}

export interface RankedRow {
  id: number
  /** BM25 score of the row; higher is better */
  score: number
}

export async function listRanked(
  db: Reader,
  unit: IndexUnit,
  locale: Locale,
  expression: string,
  limit: number,
  maxRanked: number,
): Promise<RankedRow[]> {
  const index = indexOf(unit, locale)
  return db.orm.all<RankedRow>(sql`
    select id, score from (
      select rowid as id, -bm25(${index}, ${sql.raw(columnWeights[unit])}) as score from ${index}
      where ${index} match ${expression} limit ${Math.ceil(maxRanked)}
    ) order by score desc, id limit ${limit}`)
}

/** Lists matching rows in index order, with score 0. */
export async function listUnranked(
  db: Reader,
  unit: IndexUnit,
  locale: Locale,
  expression: string,
  limit: number,
): Promise<RankedRow[]> {
  const index = indexOf(unit, locale)
  return db.orm.all<RankedRow>(sql`
    select rowid as id, 0 as score from ${index} where ${index} match ${expression} limit ${limit}`)
}

/** Lists one row per matching pair of section and expression. */
export async function listSectionsWith(
  db: Reader,
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

export interface TitleRow {
  id: number
  title: string
}

export interface PageRow extends TitleRow {
  path: string
  kind: PageKind
  /** Keywords of the page, a JSON list of texts */
  keywords: string
}

export async function listPages(db: Reader, ids: number[]): Promise<PageRow[]> {
  return db.orm.all<PageRow>(sql`select id, title, path, kind, keywords from search_pages where id in ${listOf(ids)}`)
}

export async function listSectionTitles(db: Reader, ids: number[]): Promise<TitleRow[]> {
  return db.orm.all<TitleRow>(sql`select id, title from search_sections where id in ${listOf(ids)}`)
}

export interface SectionRow extends TitleRow {
  address: string
  trail: string
  level: number
  content: string
}

export async function listSections(db: Reader, ids: number[], maxLength: number): Promise<SectionRow[]> {
  return db.orm.all<SectionRow>(sql`
    select id, address, title, trail, level, substr(content, 1, ${maxLength}) as content
    from search_sections where id in ${listOf(ids)}`)
}

/** Lists words that share a variant with the typed word, which include all words one edit away. */
export async function listNearWords(db: Reader, locale: Locale, variants: string[]): Promise<VocabularyWord[]> {
  return db.orm.all<VocabularyWord>(sql`
    select distinct w.word, w.stem, w.is_form as isForm
    from search_variants v join search_words w on w.id = v.word_id
    where v.locale = ${locale} and v.variant in ${listOf(variants)}`)
}

export async function listWordsOfSound(db: Reader, locale: Locale, sounds: string[]): Promise<VocabularyWord[]> {
  return db.orm.all<VocabularyWord>(sql`
    select word, stem, is_form as isForm from search_words
    where locale = ${locale} and sound in ${listOf(sounds)} limit ${maxWordsListed}`)
}

export async function listForms(db: Reader, locale: Locale, stem: string): Promise<VocabularyWord[]> {
  return db.orm.all<VocabularyWord>(sql`
    select word, stem, is_form as isForm from search_words
    where locale = ${locale} and stem = ${stem} and is_form = 1`)
}

export async function listWordsWithPrefix(db: Reader, locale: Locale, prefix: string): Promise<VocabularyWord[]> {
  return db.orm.all<VocabularyWord>(sql`
    select word, stem, is_form as isForm from search_words
    where locale = ${locale} and ${startsWith(prefix)} and is_form = 1
    order by word limit ${maxWordsListed}`)
}

/** Lists stems that do not begin with the prefix although their words do; they are usually shorter than the prefix. */
export async function listOtherStems(db: Reader, locale: Locale, prefix: string): Promise<string[]> {
  const rows = await db.orm.all<{ stem: string }>(sql`
    select distinct stem from
      (select stem from search_words where locale = ${locale} and ${startsWith(prefix)} limit ${maxWordsRead})
    where substr(stem, 1, ${prefix.length}) <> ${prefix} limit ${maxWordsListed}`)
  return rows.map(({ stem }) => stem)
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

function startsWith(prefix: string): SQL {
  return sql`word >= ${prefix} and word < ${prefix} || char(0x10ffff)`
}

function listOf(values: (string | number)[]): SQL {
  return sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

export interface PartialRow extends RankedRow {
  /** Share of the query that is found anywhere on the page; 0 to 1 */
  share: number
}

/** Lists pages that match any expression, by the sum of the matching weights, highest first. */
export async function listPartialMatches(
  db: Reader,
  locale: Locale,
  expressions: { expression: string; weight: number; share: number }[],
  limit: number,
): Promise<PartialRow[]> {
  const index = indexOf('page', locale)
  const parts = expressions.map(
    ({ expression, weight, share }) => sql`
      select rowid as id, ${weight} as weight, ${share} as share from ${index} where ${index} match ${expression}`,
  )
  return db.orm.all<PartialRow>(sql`
    select id, sum(weight) as score, sum(share) as share from (${sql.join(parts, sql` union all `)}) group by id
    order by score desc, id limit ${limit}`)
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
export async function listLinkWords(db: Reader, paths: string[], heads: string[]): Promise<CountedLinkWords[]> {
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

/** Reads at most `maxWordsRead` words with this prefix and returns those whose length is nearest to `length`. */
export async function listWordsWithOpening(
  db: Reader,
  locale: Locale,
  opening: string,
  length: number,
): Promise<VocabularyWord[]> {
  return db.orm.all<VocabularyWord>(sql`
    select word, stem, isForm from (
      select word, stem, is_form as isForm from search_words
      where locale = ${locale} and ${startsWith(opening)} and is_form = 1 limit ${maxWordsRead})
    order by abs(length(word) - ${length}), word limit ${maxWordsListed}`)
}

/** A synonym in the index. Both fields are stems separated by spaces: the searched phrase and its synonym. */
export interface Synonym {
  phrase: string
  means: string
  /** Whether the synonym is built in instead of defined by this site. The site's own ones rank higher */
  isCommon?: boolean
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

export async function listSynonyms(db: Reader, locale: Locale, phrases: string[]): Promise<Synonym[]> {
  return db.orm.all<Synonym>(sql`
    select phrase, means from search_synonyms
    where locale = ${locale} and phrase in (select value from json_each(${JSON.stringify(phrases)}))`)
}
