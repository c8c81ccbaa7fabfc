import { type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { type IndexedPage, type PageAddress, rowsOfPage, sectionsPerPage } from './indexing.ts'
import { deleteLinkWords, replaceLinkWords } from './link-queries.ts'
import { soundOf } from './sounds.ts'
import type { VocabularyWord } from './words.ts'

/** Of titles, headings (for sections the titles above them) and texts, in BM25. */
export const columnWeights = { page: '10.0, 4.0, 1.0', section: '10.0, 3.0, 1.0' } satisfies Record<IndexUnit, string>
const maxSectionsListed = 500
export const maxWordsListed = 100
export const maxWordsRead = 1000

export type IndexUnit = 'page' | 'section'

/** Replace a page in the search index; to be run in the transaction that writes the page. */
export function indexStatements(db: Db, page: IndexedPage): BatchStatement[] {
  return indexQueries(page).map((query) => db.orm.run(query))
}

/** The same as bare SQL, to be run in this order. */
export function indexQueries(page: IndexedPage): SQL[] {
  const { locale, path, kind, links } = page
  const { title, keywords, stems, vocabulary, sections } = rowsOfPage(page)
  const words: PageWords = {
    forms: vocabulary.flatMap(({ word, isForm }) => (isForm ? word : [])),
    roots: vocabulary.flatMap(({ word, isForm }) => (isForm ? [] : word)),
  }
  const sectionRows = sql`from search_pages p, json_each(${JSON.stringify(sections)}) s where ${isPage(page)}`
  const sectionId = sql`p.id * ${sectionsPerPage} + s.key`
  return [
    sql`
      insert into search_pages (locale, path, title, kind, keywords)
      values (${locale}, ${path}, ${title}, ${kind}, ${JSON.stringify(keywords)})
      on conflict (locale, path)
      do update set title = excluded.title, kind = excluded.kind, keywords = excluded.keywords`,
    insertWords(locale, vocabulary),
    ...deleteTextQueries(page),
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
    ...forgetWords(page, words),
    sql`
      update search_pages as p set forms = ${JSON.stringify(words.forms)}, roots = ${JSON.stringify(words.roots)}
      where ${isPage(page)}`,
    ...replaceLinkWords(path, links),
  ]
}

export function removeStatements(db: Db, page: PageAddress): BatchStatement[] {
  const queries = [
    ...deleteTextQueries(page),
    ...forgetWords(page, { forms: [], roots: [] }),
    sql`delete from search_pages as p where ${isPage(page)}`,
    deleteLinkWords(page.path),
  ]
  return queries.map((query) => db.orm.run(query))
}

/** Most words are known already: checked before writing. */
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

function deleteTextQueries(page: PageAddress): SQL[] {
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

/** Words of a page: written on it, and those that are only stems there. */
interface PageWords {
  forms: string[]
  roots: string[]
}

/** Takes back what the page's previous version alone had: first that a word is written, then the word. */
function forgetWords(page: PageAddress, { forms, roots }: PageWords): SQL[] {
  const index = indexOf('page', page.locale)
  const before = (column: 'forms' | 'roots') =>
    sql`select v.value from search_pages p, json_each(p.${sql.identifier(column)}) v where ${isPage(page)}`
  const isElsewhere = (column: 'forms' | 'roots', stem: SQL) => sql`exists (
    select 1 from ${index} i join search_pages p on p.id = i.rowid
    where ${index} match '"' || ${stem} || '"' and not (${isPage(page)})
      and instr(p.${sql.identifier(column)}, '"' || search_words.word || '"'))`
  const now = (words: string[]) => sql`(select value from json_each(${JSON.stringify(words)}))`
  const isOfPage = sql`locale = ${page.locale}`
  return [
    sql`
      update search_words set is_form = 0, stem = word where ${isOfPage} and is_form = 1
      and word in (${before('forms')}) and word not in ${now(forms)}
      and not ${isElsewhere('forms', sql`search_words.stem`)}`,
    sql`
      delete from search_words where ${isOfPage} and is_form = 0
      and word in (${before('forms')} union ${before('roots')}) and word not in ${now([...forms, ...roots])}
      and not ${isElsewhere('roots', sql`search_words.word`)}`,
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

/** In index order, with score 0. */
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

/** Words that share a variant; those one edit away are among them. */
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

/** Stems that do not share the prefix of their words: they usually end before the prefix does. */
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

function isPage({ locale, path }: PageAddress): SQL {
  return sql`p.locale = ${locale} and p.path = ${path}`
}

function listOf(values: (string | number)[]): SQL {
  return sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}
