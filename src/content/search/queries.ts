import { type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { sectionsPerPage } from './indexing.ts'
import type { VocabularyWord } from './words.ts'

/** BM25 weights of title, headings (for sections: the titles above) and text. */
export const columnWeights = { page: '10.0, 4.0, 1.0', section: '10.0, 3.0, 1.0' } satisfies Record<IndexUnit, string>
const maxSectionsListed = 500
export const maxWordsListed = 100
export const maxWordsRead = 1000

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
  /** BM25; higher is better */
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

/** Rows in index order, with score 0. */
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

/** One row per matching pair of section and expression. */
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
  /** JSON list of texts */
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

/** Words that share a variant. Includes all words one edit away. */
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

/** Stems that do not begin with the prefix of their words. They are usually shorter than the prefix. */
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

/** libSQL binds every number as real, and dividing by a real leaves fractions. */
function wholeNumber(value: number): SQL {
  return sql.raw(String(value))
}

export function startsWith(prefix: string): SQL {
  return sql`word >= ${prefix} and word < ${prefix} || char(0x10ffff)`
}

function listOf(values: (string | number)[]): SQL {
  return sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}
