import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { BatchStatement, Db, Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { commonSynonyms } from './common-synonyms.ts'
import { lineOf } from './matches.ts'
import type { Term } from './parse-query.ts'
import { readChunks } from './words.ts'

const maxWords = 1000
const maxSynonyms = 20
const maxLength = 80
/** Longer runs of a query are not looked up. */
const maxTermsOfPhrase = 3

const phrase = z
  .union([z.string(), z.number().transform(String)], 'expected a word')
  .refine(
    (text) => text.length <= maxLength && stemsIn(text) !== '',
    `expected a word of up to ${maxLength} characters`,
  )

/** `content/ru/search.yml`: what readers call a thing, by what the texts call it. */
export const synonymFields = z
  .record(phrase, z.array(phrase, 'expected a list of words').max(maxSynonyms, `expected at most ${maxSynonyms} words`))
  .refine((words) => Object.keys(words).length <= maxWords, `expected at most ${maxWords} words`)

export type Synonyms = z.infer<typeof synonymFields>

export function replaceSynonyms(db: Db, locale: Locale, synonyms: Synonyms): BatchStatement[] {
  const pairs = Object.entries(synonyms).flatMap(([word, others]) => others.flatMap((other) => bothWays(word, other)))
  const queries = [
    sql`delete from search_synonyms where locale = ${locale}`,
    sql`
      insert or ignore into search_synonyms (locale, phrase, means)
      select ${locale}, v.value ->> 0, v.value ->> 1 from json_each(${JSON.stringify(pairs)}) v`,
  ]
  return queries.map((query: SQL) => db.orm.run(query))
}

/** A run of terms, and what it is called elsewhere: stems parted by spaces. */
export interface Meaning {
  from: number
  to: number
  means: string
  /** Not of this site: what it says itself ranks higher */
  isCommon?: boolean
}

export async function findMeanings(db: Reader, locale: Locale, terms: Term[]): Promise<Meaning[]> {
  const runs = terms.flatMap((_, from) =>
    Array.from({ length: Math.min(maxTermsOfPhrase, terms.length - from) }, (__, more) => {
      const to = from + more + 1
      return { from, to, phrase: terms.slice(from, to).flatMap(stemsOfTerm).join(' ') }
    }),
  )
  const phrases = [...new Set(runs.map((run) => run.phrase))]
  if (phrases.length === 0) return []
  const rows = await db.orm.all<Named>(sql`
    select phrase, means from search_synonyms
    where locale = ${locale} and phrase in (select value from json_each(${JSON.stringify(phrases)}))`)
  const known: Named[] = [...rows, ...phrases.flatMap((asked) => common().get(asked) ?? [])]
  return runs.flatMap(({ from, to, phrase: asked }) =>
    known.filter((row) => row.phrase === asked).map(({ means, isCommon }) => ({ from, to, means, isCommon })),
  )
}

function stemsOfTerm({ words }: Term): string[] {
  return words.map(({ stem }) => stem)
}

function stemsIn(text: string): string {
  return lineOf(readChunks(text)).stems
}

function bothWays(word: string, other: string): [string, string][] {
  const [left, right] = [stemsIn(word), stemsIn(other)]
  if (left === right) return []
  return [
    [left, right],
    [right, left],
  ]
}

interface Named {
  phrase: string
  means: string
  isCommon?: boolean
}

let commonRows: Map<string, Named[]> | undefined

function common(): Map<string, Named[]> {
  commonRows ??= Map.groupBy(
    commonSynonyms.map(([short, long]) => ({ phrase: stemsIn(short), means: stemsIn(long), isCommon: true })),
    (row) => row.phrase,
  )
  return commonRows
}
