import { sql } from 'drizzle-orm'
import type { PreparedReader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import type { VocabularyWord } from './words.ts'

const maxWordsListed = 100
const maxWordsRead = 1000

/** Condition of a lookup: at most `max` pages match an FTS5 expression. */
export interface Guard {
  expression: string
  max: number
}

/** Lookups of one query. Each list of answers has the order of its lookups. */
export interface Lookups {
  /** FTS5 expressions whose pages are counted */
  expressions: string[]
  /** Phrases whose synonyms on this site are listed: stems separated by spaces */
  phrases: string[]
  /** Sounds of a word, which find words of the other alphabet */
  sounds: { sounds: string[]; isLatin: boolean }[]
  /** First letters of words whose stems begin differently */
  openings: { opening: string; guard?: Guard }[]
  /** Variants of a word, which find words one edit away; lengths in code points */
  neighbors: { variants: string[]; minLength: number; maxLength: number; guard: Guard }[]
  /** Prefixes, the first of which that any page has is the answer */
  roots: { prefixes: string[]; guard: Guard }[]
}

export interface CountedWord extends VocabularyWord {
  pages: number
}

export interface NeighborWord extends CountedWord {
  /** Forms of the stem, in the order of indexing; null if the word itself is a form */
  forms: string[] | null
}

interface Root {
  prefix: string
  pages: number
  words: CountedWord[]
}

/** Answers to lookups; null for those whose guard does not hold. */
export interface Answers {
  /** Number of indexed pages in this language */
  total: number
  counts: Record<string, number>
  synonyms: { phrase: string; means: string; pages: number }[]
  sounds: CountedWord[][]
  openings: ({ stem: string; pages: number }[] | null)[]
  neighbors: (NeighborWord[] | null)[]
  roots: (Root | null)[]
}

/** Makes all lookups of a query in one statement. */
export async function readAnswers(db: PreparedReader, locale: Locale, lookups: Lookups): Promise<Answers> {
  const { expressions, phrases, sounds, openings, neighbors, roots } = lookups
  const lists = [expressions, phrases, sounds, openings, neighbors, roots].map((list) => JSON.stringify(list))
  const [row] = await db.readAll(answersSql(locale))(locale, ...lists)
  return JSON.parse(String(row?.[0]))
}

/** Parameters: 1 is the language, 2 to 7 are the lists of `Lookups` as JSON. `i.value` is one lookup of a list. */
function answersSql(locale: Locale): string {
  const pages = (expression: string) => {
    const index = `search_page_index_${locale}`
    return `(select count(*) from ${index} where ${index} match ${expression})`
  }
  const pagesOfStem = pages(`'"' || stem || '"'`)
  const counted = `'word', word, 'stem', stem, 'isForm', is_form, 'pages', ${pagesOfStem}`
  const startsWith = (prefix: string) => `word >= ${prefix} and word < ${prefix} || char(0x10ffff)`
  const each = (list: number, answer: string) =>
    `json((select json_group_array(json((${answer}))) from json_each(?${list}) i))`
  const guarded = (list: number, answer: string) =>
    each(
      list,
      `select case when i.value -> '$.guard' is null
        or ${pages(`i.value ->> '$.guard.expression'`)} <= i.value ->> '$.guard.max'
      then (${answer}) else 'null' end`,
    )
  return `
    select json_object(
      'total', (select count(*) from search_pages where locale = ?1),
      'counts', json((select json_group_object(value, ${pages('value')}) from json_each(?2))),
      'synonyms', json((
        select json_group_array(json_object('phrase', phrase, 'means', means, 'pages', ${pages(`'"' || means || '"'`)}))
        from search_synonyms where locale = ?1 and phrase in (select value from json_each(?3)))),
      'sounds', ${each(
        4,
        `select json_group_array(json_object(${counted})) from (
          select word, stem, is_form from search_words
          where locale = ?1 and sound in (select value from json_each(i.value, '$.sounds')) limit ${maxWordsListed})
        where (word between 'a' and '{') <> (i.value ->> 'isLatin')`,
      )},
      'openings', ${guarded(
        5,
        `select json_group_array(json_object('stem', stem, 'pages', ${pagesOfStem})) from (
          select distinct stem from (
            select stem from search_words
            where locale = ?1 and ${startsWith(`(i.value ->> 'opening')`)} limit ${maxWordsRead})
          where substr(stem, 1, length(i.value ->> 'opening')) <> i.value ->> 'opening' limit ${maxWordsListed})`,
      )},
      'neighbors', ${guarded(
        6,
        `select json_group_array(json_object(${counted}, 'forms', json(case when is_form = 0 then (
          select json_group_array(f.word) from search_words f
          where f.locale = ?1 and f.stem = n.stem and f.is_form = 1) end)))
        from (
          select distinct w.word, w.stem, w.is_form from search_variants v join search_words w on w.id = v.word_id
          where v.locale = ?1 and v.variant in (select value from json_each(i.value, '$.variants'))
            and length(w.word) between i.value ->> 'minLength' and i.value ->> 'maxLength') n`,
      )},
      'roots', ${guarded(
        7,
        `select json_object('prefix', prefix, 'pages', pages, 'words', json((
          select json_group_array(json_object(${counted})) from (
            select word, stem, is_form from search_words
            where locale = ?1 and ${startsWith('prefix')} and is_form = 1 order by word limit ${maxWordsListed}))))
        from (
          select value as prefix, ${pages(`'"' || value || '" *'`)} as pages from json_each(i.value, '$.prefixes'))
        where pages > 0 limit 1`,
      )})`
}

export interface SimilarWord {
  /** Form for which the word was listed */
  form: string
  word: string
  stem: string
}

/** Lists forms whose first letters differ slightly, that begin the same way, or that have the same consonants. */
export async function listSimilarWords(
  db: PreparedReader,
  locale: Locale,
  lookups: { form: string; variants: string[]; opening: string; sound: string }[],
): Promise<SimilarWord[]> {
  if (lookups.length === 0) return []
  const lists = lookups.flatMap(({ form, variants, opening, sound }) => [
    sql`
      select distinct ${form} as form, w.word, w.stem from search_variants v join search_words w on w.id = v.word_id
      where v.locale = ${locale} and v.variant in (select value from json_each(${JSON.stringify(variants)})) and w.is_form = 1`,
    sql`
      select * from (
        select ${form} as form, word, stem from (
          select word, stem from search_words
          where locale = ${locale} and word >= ${opening} and word < ${opening} || char(0x10ffff) and is_form = 1 limit ${maxWordsRead})
        order by abs(length(word) - ${form.length}), word limit ${maxWordsListed})`,
    sql`
      select ${form} as form, word, stem from (
        select word, stem, is_form from search_words
        where locale = ${locale} and sound = ${sound} and sound <> '' limit ${maxWordsListed})
      where is_form = 1`,
  ])
  return db.orm.all<SimilarWord>(sql.join(lists, sql` union all `))
}
