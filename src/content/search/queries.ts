import { type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { type IndexedPage, type PageAddress, rowsOfPage, sectionsPerPage, type VocabularyWord } from './indexing.ts'

/** What a word in a title, in headings and in the text is worth. */
const columnWeights = { page: '10.0, 4.0, 1.0', section: '10.0, 3.0, 1.0' } satisfies Record<IndexUnit, string>
/** A page longer than any book does not hold up an answer. */
const mostSectionsListed = 500
const mostWordsListed = 100
const mostWordsRead = 1000

/** Every language has two full-text indexes: one row for a page, one row for a section. */
export type IndexUnit = 'page' | 'section'

/**
 * Statements that put a page into the search in place of whatever it held of that page. They go into the transaction
 * that writes the page itself.
 */
export function indexStatements(db: Db, page: IndexedPage): BatchStatement[] {
  return indexQueries(page).map((query) => db.orm.run(query))
}

/** The same as bare SQL, to be run in this order. */
export function indexQueries(page: IndexedPage): SQL[] {
  const { locale, path, kind } = page
  const { title, stems, vocabulary, sections } = rowsOfPage(page)
  const pageStems = [...new Set(vocabulary.map(({ stem }) => stem))]
  const sectionRows = sql`from search_pages p, json_each(${JSON.stringify(sections)}) s where ${isPage(page)}`
  const sectionId = sql`p.id * ${sectionsPerPage} + s.key`
  return [
    sql`
      insert into search_pages (locale, path, title, kind, stems) values (${locale}, ${path}, ${title}, ${kind}, '[]')
      on conflict (locale, path) do update set title = excluded.title, kind = excluded.kind`,
    learnWords(locale, vocabulary),
    ...forgetQueries(page),
    sql`
      insert into search_sections (id, address, title, trail, level, content)
      select ${sectionId}, s.value ->> 'id', s.value ->> 'title', s.value ->> 'titles', s.value ->> 'level',
        s.value ->> 'content'
      ${sectionRows}`,
    sql`
      insert into ${indexOf('page', locale)} (rowid, title, headings, content)
      select p.id, ${stems.title}, ${stems.headings}, ${stems.content} from search_pages p where ${isPage(page)}`,
    sql`
      insert into ${indexOf('section', locale)} (rowid, title, headings, content)
      select ${sectionId}, s.value ->> '$.stems.title', s.value ->> '$.stems.headings', s.value ->> '$.stems.content'
      ${sectionRows}`,
    forgetWords(page),
    sql`update search_pages as p set stems = ${JSON.stringify(pageStems)} where ${isPage(page)}`,
  ]
}

/** Statements that take a page out of the search; they do nothing when it is not in it. */
export function removeStatements(db: Db, page: PageAddress): BatchStatement[] {
  const queries = [...forgetQueries(page), forgetWords(page), sql`delete from search_pages as p where ${isPage(page)}`]
  return queries.map((query) => db.orm.run(query))
}

/** Puts in the words that are not known yet; most are, and finding that out must cost little. */
function learnWords(locale: Locale, vocabulary: VocabularyWord[]): SQL {
  const stems = Object.fromEntries(vocabulary.map(({ word, stem, isForm }) => [word, isForm ? stem : null]))
  return sql`
    insert into search_words (locale, word, stem, is_form)
    select ${locale}, v.key, coalesce(v.value, v.key), v.value is not null from json_each(${JSON.stringify(stems)}) v
    where not exists (select 1 from search_words
      where locale = ${locale} and word = v.key and is_form >= (v.value is not null))
    on conflict (locale, word) do update set is_form = 1`
}

/** Takes out what the search knows of a page's text. */
function forgetQueries(page: PageAddress): SQL[] {
  const { locale } = page
  const ids = sql`select s.id from search_pages p join search_sections s
    on s.id between p.id * ${sectionsPerPage} and p.id * ${sectionsPerPage} + ${sectionsPerPage - 1} where ${isPage(page)}`
  return [
    sql`delete from ${indexOf('section', locale)} where rowid in (${ids})`,
    sql`delete from search_sections where id in (${ids})`,
    sql`
      delete from ${indexOf('page', locale)} where rowid in (select p.id from search_pages p where ${isPage(page)})`,
  ]
}

/** Takes out the words of a page, as it was before, the stems of which no page has any more. */
function forgetWords(page: PageAddress): SQL {
  const index = indexOf('page', page.locale)
  return sql`
    delete from search_words where locale = ${page.locale} and stem in (
      select s.value from search_pages p, json_each(p.stems) s where ${isPage(page)} and not exists
        (select 1 from ${index} where ${index} match '"' || s.value || '"'))`
}

/** On how many pages each of the expressions is found. */
export async function countPages(db: Reader, locale: Locale, expressions: string[]): Promise<number[]> {
  return countEach(db, indexOf('page', locale), expressions)
}

/** How many rows of an index an expression finds. */
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
  /** BM25 with titles before headings before text; higher is better. */
  score: number
}

/** The best rows for an expression, best first; of more than `mostRanked` only so many are looked at. */
export async function listRanked(
  db: Reader,
  unit: IndexUnit,
  locale: Locale,
  expression: string,
  limit: number,
  mostRanked: number,
): Promise<RankedRow[]> {
  const index = indexOf(unit, locale)
  return db.orm.all<RankedRow>(sql`
    select id, score from (
      select rowid as id, -bm25(${index}, ${sql.raw(columnWeights[unit])}) as score from ${index}
      where ${index} match ${expression} limit ${Math.ceil(mostRanked)}
    ) order by score desc, id limit ${limit}`)
}

/** The first rows for an expression, all worth nothing: neither they nor the rest are looked at closely. */
export async function listFirst(
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

/** The pages that most weight of the expressions is found on, heaviest first. */
export async function listCovering(
  db: Reader,
  locale: Locale,
  expressions: { expression: string; weight: number }[],
  limit: number,
): Promise<RankedRow[]> {
  const index = indexOf('page', locale)
  const parts = expressions.map(
    ({ expression, weight }) => sql`
      select rowid as id, ${weight} as weight from ${index} where ${index} match ${expression}`,
  )
  return db.orm.all<RankedRow>(sql`
    select id, sum(weight) as score from (${sql.join(parts, sql` union all `)}) group by id
    order by score desc, id limit ${limit}`)
}

/** Which of the expressions are found in which sections of some pages: a row for each pair. */
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
      and rowid / ${wholeNumber(sectionsPerPage)} in ${listOf(pages)} limit ${mostSectionsListed})`,
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
}

export async function listPages(db: Reader, ids: number[]): Promise<PageRow[]> {
  return db.orm.all<PageRow>(sql`select id, title, path, kind from search_pages where id in ${listOf(ids)}`)
}

export async function listSectionTitles(db: Reader, ids: number[]): Promise<TitleRow[]> {
  return db.orm.all<TitleRow>(sql`select id, title from search_sections where id in ${listOf(ids)}`)
}

export interface SectionRow extends TitleRow {
  address: string
  /** JSON list of the titles above */
  trail: string
  level: number
  content: string
}

/** Sections with their texts, of which no more than `maxLength` characters are read. */
export async function listSections(db: Reader, ids: number[], maxLength: number): Promise<SectionRow[]> {
  return db.orm.all<SectionRow>(sql`
    select id, address, title, trail, level, substr(content, 1, ${maxLength}) as content
    from search_sections where id in ${listOf(ids)}`)
}

export interface KnownWord {
  word: string
  stem: string
  /** 1: stands so in a text; 0: is only a stem. */
  isForm: number
}

/** Words that share a variant with what a reader typed: those one edit away are among them. */
export async function listNearWords(db: Reader, locale: Locale, variants: string[]): Promise<KnownWord[]> {
  return db.orm.all<KnownWord>(sql`
    select distinct w.word, w.stem, w.is_form as isForm
    from search_variants v join search_words w on w.id = v.word_id
    where v.locale = ${locale} and v.variant in ${listOf(variants)}`)
}

/** The inflections of a stem as they stand in texts. */
export async function listForms(db: Reader, locale: Locale, stem: string): Promise<KnownWord[]> {
  return db.orm.all<KnownWord>(sql`
    select word, stem, is_form as isForm from search_words
    where locale = ${locale} and stem = ${stem} and is_form = 1`)
}

/** Words that begin so, in the order of the alphabet. */
export async function listWordsBeginning(db: Reader, locale: Locale, beginning: string): Promise<KnownWord[]> {
  return db.orm.all<KnownWord>(sql`
    select word, stem, is_form as isForm from search_words
    where locale = ${locale} and ${startsWith(beginning)} and is_form = 1
    order by word limit ${mostWordsListed}`)
}

/** Stems of words that begin so, where the stem itself does not: most often it ends before the beginning does. */
export async function listOtherStems(db: Reader, locale: Locale, beginning: string): Promise<string[]> {
  const rows = await db.orm.all<{ stem: string }>(sql`
    select distinct stem from
      (select stem from search_words where locale = ${locale} and ${startsWith(beginning)} limit ${mostWordsRead})
    where substr(stem, 1, ${beginning.length}) <> ${beginning} limit ${mostWordsListed}`)
  return rows.map(({ stem }) => stem)
}

function indexOf(unit: IndexUnit, locale: Locale): SQL {
  return sql`${sql.identifier(`search_${unit}_index_${locale}`)}`
}

/** A number in the statement itself: libSQL binds every number as a real one, and dividing by that leaves fractions. */
function wholeNumber(value: number): SQL {
  return sql.raw(String(value))
}

function startsWith(beginning: string): SQL {
  return sql`word >= ${beginning} and word < ${beginning} || char(0x10ffff)`
}

function isPage({ locale, path }: PageAddress): SQL {
  return sql`p.locale = ${locale} and p.path = ${path}`
}

function listOf(values: (string | number)[]): SQL {
  return sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}
