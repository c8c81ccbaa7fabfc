import { type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import { type Locale, locales } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { type IndexedPage, type PageAddress, type PageRows, rowsOfPage, sectionsPerPage } from './indexing.ts'
import { deleteLinkWords, insertLinkWords } from './link-queries.ts'
import { soundOf } from './sounds.ts'
import type { VocabularyWord } from './words.ts'

/** BM25 weights of title, headings (for sections: the titles above) and text. */
export const columnWeights = { page: '10.0, 4.0, 1.0', section: '10.0, 3.0, 1.0' } satisfies Record<IndexUnit, string>
const maxSectionsListed = 500
export const maxWordsListed = 100
export const maxWordsRead = 1000

export type IndexUnit = 'page' | 'section'

/** Statements that replace pages in the search index. Run them in the transaction that writes the pages. */
export function indexStatements(
  db: Db,
  pages: readonly IndexedPage[],
  removed: readonly PageAddress[] = [],
): BatchStatement[] {
  return indexQueries(pages, removed).map((query) => db.orm.run(query))
}

/**
 * The same as plain SQL, to be run in this order. Writing many pages together takes half the time: the full-text index
 * flushes its pending terms before each statement, and most words are on many pages.
 */
export function indexQueries(pages: readonly IndexedPage[], removed: readonly PageAddress[] = []): SQL[] {
  return locales.flatMap((locale) => {
    const own = pages.filter((page) => page.locale === locale)
    const replaced = new Set([...removed, ...own].flatMap((page) => (page.locale === locale ? page.path : [])))
    return [
      ...(replaced.size > 0 ? removeQueries(locale, [...replaced]) : []),
      ...(own.length > 0 ? insertQueries(locale, own) : []),
    ]
  })
}

function insertQueries(locale: Locale, pages: IndexedPage[]): SQL[] {
  const rows = pages.map((page) => ({ ...rowsOfPage(page), path: page.path, kind: page.kind }))
  const from = (lists: unknown[][]) => sql`
    from json_each(${JSON.stringify(lists)}) v
    cross join search_pages p on p.locale = ${locale} and p.path = v.value ->> 0`
  const sectionId = sql`p.id * ${sectionsPerPage} + (v.value ->> 1)`
  const sections = rows.flatMap(({ path, sections }) => sections.map((section, at) => ({ ...section, path, at })))
  return [
    insertPages(locale, rows),
    sql`
      insert into search_sections (id, address, title, trail, level, content)
      select ${sectionId}, v.value ->> 2, v.value ->> 3, v.value ->> 4, v.value ->> 5, v.value ->> 6
      ${from(sections.map(({ path, at, id, title, titles, level, content }) => [path, at, id, title, titles, level, content]))}`,
    sql`
      insert into ${indexOf('page', locale)} (rowid, title, headings, content)
      select p.id, v.value ->> 1, v.value ->> 2, v.value ->> 3
      ${from(rows.map(({ path, stems }) => [path, stems.title, stems.headings, stems.content]))}`,
    sql`
      insert into ${indexOf('section', locale)} (rowid, title, headings, content)
      select ${sectionId}, v.value ->> 2, v.value ->> 3, v.value ->> 4
      ${from(sections.map(({ path, at, stems }) => [path, at, stems.title, stems.headings, stems.content]))}`,
    insertWords(locale, vocabularyOf(rows.map(({ vocabulary }) => vocabulary))),
    insertLinkWords(pages),
  ]
}

function insertPages(locale: Locale, rows: (PageRows & Pick<IndexedPage, 'path' | 'kind'>)[]): SQL {
  const lists = rows.map(({ path, title, kind, keywords, vocabulary }) => {
    const forms = vocabulary.flatMap(({ word, isForm }) => (isForm ? word : []))
    const roots = vocabulary.flatMap(({ word, isForm }) => (isForm ? [] : word))
    return [path, title, kind, keywords, forms, roots]
  })
  return sql`
    insert into search_pages (locale, path, title, kind, keywords, forms, roots)
    select ${locale}, v.value ->> 0, v.value ->> 1, v.value ->> 2, v.value ->> 3, v.value ->> 4, v.value ->> 5
    from json_each(${JSON.stringify(lists)}) v`
}

/** The words of all pages, each once; as a written form if any page has it as one. */
function vocabularyOf(pages: VocabularyWord[][]): VocabularyWord[] {
  const words = new Map<string, VocabularyWord>()
  for (const word of pages.flat()) if (!words.get(word.word)?.isForm) words.set(word.word, word)
  return [...words.values()]
}

/** Checks before writing, because most words are already known. */
function insertWords(locale: Locale, vocabulary: VocabularyWord[]): SQL {
  const words = vocabulary.map(({ word, stem, isForm }) => [word, stem, isForm, soundOf(word)])
  return sql`
    insert into search_words (locale, word, stem, is_form, sound)
    select ${locale}, v.value ->> 0, v.value ->> 1, v.value ->> 2, v.value ->> 3
    from json_each(${JSON.stringify(words)}) v
    where not exists (select 1 from search_words
      where locale = ${locale} and word = v.value ->> 0 and is_form >= v.value ->> 2)
    on conflict (locale, word) do update set is_form = 1, stem = excluded.stem`
}

/** Removes words that only these pages have: first the written-form flag, then the word. */
function removeQueries(locale: Locale, paths: string[]): SQL[] {
  const addresses = JSON.stringify(paths)
  const pages = sql`json_each(${addresses}) a cross join search_pages p on p.locale = ${locale} and p.path = a.value`
  const sections = sql`select s.id from ${pages} join search_sections s
    on s.id between p.id * ${sectionsPerPage} and p.id * ${sectionsPerPage} + ${sectionsPerPage - 1}`
  const wordsOf = (column: 'forms' | 'roots') =>
    sql`select v.value from ${pages}, json_each(p.${sql.identifier(column)}) v`
  // The texts of the removed pages are already deleted from the index here.
  const isElsewhere = (column: 'forms' | 'roots', stem: SQL) => sql`exists (
    select 1 from ${indexOf('page', locale)} i join search_pages p on p.id = i.rowid
    where ${indexOf('page', locale)} match '"' || ${stem} || '"'
      and instr(p.${sql.identifier(column)}, '"' || search_words.word || '"'))`
  return [
    sql`delete from ${indexOf('section', locale)} where rowid in (${sections})`,
    sql`delete from search_sections where id in (${sections})`,
    sql`delete from ${indexOf('page', locale)} where rowid in (select p.id from ${pages})`,
    sql`
      update search_words set is_form = 0, stem = word where locale = ${locale} and is_form = 1
      and word in (${wordsOf('forms')}) and not ${isElsewhere('forms', sql`search_words.stem`)}`,
    sql`
      delete from search_words where locale = ${locale} and is_form = 0
      and word in (${wordsOf('forms')} union ${wordsOf('roots')})
      and not ${isElsewhere('roots', sql`search_words.word`)}`,
    sql`delete from search_pages where id in (select p.id from ${pages})`,
    deleteLinkWords(addresses),
  ]
}

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
