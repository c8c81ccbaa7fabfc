import { type SQL, sql } from 'drizzle-orm'
import type { BatchStatement, Db } from '../../db/client.ts'
import { type Locale, locales, splitLocale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { indexOf, sectionsPerPage } from './queries.ts'
import { isCorrectable, soundOf } from './spelling.ts'
import { readChunks, stemsOf, type VocabularyWord, type Word, wordsOf } from './words.ts'

export interface SearchSection {
  /** ID of the section: the page's path, with `#heading` except for the first section */
  id: string
  title: string
  /** Headings above the section, the page's title first; empty for the page itself */
  titles: string[]
  content: string
  level: number
}

export interface PageAddress {
  locale: Locale
  path: string
}

export interface IndexedPage extends PageAddress {
  title: string
  kind: PageKind
  keywords: string[]
  sections: SearchSection[]
  links: LinkWords[]
}

/** Text of a page's link to another page */
export interface LinkWords {
  /** Path of the target page, such as `/en/docs/other` */
  path: string
  /** Text of the link, in lower case */
  text: string
}

interface StemColumns {
  title: string
  headings: string
  content: string
}

interface PageRows {
  title: string
  keywords: string[]
  stems: StemColumns
  vocabulary: VocabularyWord[]
  sections: (SearchSection & { stems: StemColumns })[]
}

function rowsOfPage({ path, title, keywords, sections }: IndexedPage): PageRows {
  const vocabulary = new Map<string, VocabularyWord>()
  const stemsOfText = (text: string): string => {
    const chunks = readChunks(text)
    for (const chunk of chunks) for (const word of wordsOf(chunk)) addToVocabulary(vocabulary, word)
    return stemsOf(chunks)
  }
  const named = stemsOfText([wordsOfPath(path), ...keywords].join('\n'))
  const rows = sections.slice(0, sectionsPerPage).map((section, at) => {
    const clean = { ...section, title: cleanText(section.title), content: cleanText(section.content) }
    const stems = {
      title: stemsOfText(clean.title),
      headings: at === 0 ? named : stemsOf(readChunks(section.titles.join('\n'))),
      content: stemsOfText(clean.content),
    }
    return { ...clean, stems }
  })
  const stems = {
    title: stemsOfText(title),
    // The introduction describes the whole page, so it is indexed with the headings.
    headings: [named, ...rows.map((row) => row.stems.title), rows[0]?.stems.content ?? ''].join(' '),
    content: rows.map((row) => row.stems.content).join(' '),
  }
  return {
    title: cleanText(title),
    keywords: keywords.map(cleanText),
    stems,
    vocabulary: [...vocabulary.values()],
    sections: rows,
  }
}

/**
 * Returns the words of a path: `/en/docs/trading/paper-bots` → `trading paper-bots`. The first segment is dropped,
 * because all pages of a kind share it.
 */
function wordsOfPath(path: string): string {
  const [, ...parts] = splitLocale(path).path.split('/').filter(Boolean)
  return parts.join(' ')
}

function addToVocabulary(vocabulary: Map<string, VocabularyWord>, { form, stem }: Word): void {
  if (vocabulary.get(form)?.isForm || !isCorrectable(form)) return
  vocabulary.set(form, { word: form, stem, isForm: 1 })
  if (isCorrectable(stem) && !vocabulary.has(stem)) vocabulary.set(stem, { word: stem, stem, isForm: 0 })
}

/** Removes NUL and lone surrogates from a text, which SQLite does not preserve. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

const maxKeywords = 50

/** Returns the `keywords` of a page's front matter: a list, or one text separated by commas. */
export function keywordsOf(meta: unknown): string[] {
  if (typeof meta !== 'object' || meta === null || !('keywords' in meta)) return []
  const { keywords } = meta
  const listed = Array.isArray(keywords) ? keywords : isText(keywords) ? String(keywords).split(',') : []
  const texts = listed.filter(isText).map((keyword) => String(keyword).trim())
  return [...new Set(texts.filter(Boolean))].slice(0, maxKeywords)
}

/** Whether a value can be a keyword; numbers can, because YAML parses a keyword such as 404 as a number. */
function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** Statements that replace pages in the search index. Run them in the transaction that writes the pages. */
export function indexStatements(
  db: Db,
  pages: readonly IndexedPage[],
  removed: readonly PageAddress[] = [],
): BatchStatement[] {
  return indexQueries(pages, removed).map((query) => db.orm.run(query))
}

/**
 * Returns the same statements as plain SQL, to be run in this order. Writing many pages together takes half the time:
 * the full-text index flushes its pending terms before each statement, and most words are on many pages.
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
    insertLinks(pages),
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

/** Returns the words of all pages, each once; as a written form if any page has it as one. */
function vocabularyOf(pages: VocabularyWord[][]): VocabularyWord[] {
  const words = new Map<string, VocabularyWord>()
  for (const word of pages.flat()) if (!words.get(word.word)?.isForm) words.set(word.word, word)
  return [...words.values()]
}

/** Inserts words into the vocabulary. It checks first whether they exist, because most words are already known. */
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

function insertLinks(pages: readonly Pick<IndexedPage, 'path' | 'links'>[]): SQL {
  const lists = pages.flatMap(({ path: source, links }) => links.map(({ path, text }) => [path, text, source]))
  return sql`
    insert or ignore into search_links (path, text, source)
    select l.value ->> 0, l.value ->> 1, l.value ->> 2 from json_each(${JSON.stringify(lists)}) l`
}

/** Removes the words that only these pages have: first the flag of a written form, then the word. */
function removeQueries(locale: Locale, paths: string[]): SQL[] {
  const addresses = JSON.stringify(paths)
  const pages = sql`json_each(${addresses}) a cross join search_pages p on p.locale = ${locale} and p.path = a.value`
  const sections = sql`select s.id from ${pages} join search_sections s
    on s.id between p.id * ${sectionsPerPage} and p.id * ${sectionsPerPage} + ${sectionsPerPage - 1}`
  const wordsOf = (column: 'forms' | 'roots') =>
    sql`select v.value from ${pages}, json_each(p.${sql.identifier(column)}) v`
  // SQL: whether another page has a word. The texts of the removed pages are already deleted from the index here.
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
    sql`delete from search_links where source in (select value from json_each(${addresses}))`,
  ]
}
