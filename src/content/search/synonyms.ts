import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { abbreviations, synonymGroups } from './common-synonyms.ts'
import { lineOf } from './matches.ts'
import type { Term } from './parse-query.ts'
import { listSynonyms, type Synonym } from './synonym-queries.ts'
import { readChunks } from './words.ts'

/** Max terms of a phrase that is looked up. */
const maxTermsOfPhrase = 3

/** Pairs of stems of each word and its synonyms, in both directions. */
export function pairsOf(synonyms: Record<string, string[]>): [string, string][] {
  return Object.entries(synonyms).flatMap(([word, others]) => others.flatMap((other) => bothWays(word, other)))
}

/** A run of terms and its synonym. */
export interface SynonymMatch {
  from: number
  to: number
  /** Stems separated by spaces, like `means` */
  phrase: string
  means: string
  /** A built-in synonym, not one of this site. The site's own ones rank higher */
  isCommon?: boolean
}

export async function findSynonyms(db: Reader, locale: Locale, terms: Term[]): Promise<SynonymMatch[]> {
  const runs = terms.flatMap((_, from) =>
    Array.from({ length: Math.min(maxTermsOfPhrase, terms.length - from) }, (__, more) => {
      const to = from + more + 1
      return { from, to, phrase: terms.slice(from, to).flatMap(stemsOfTerm).join(' ') }
    }),
  )
  const phrases = [...new Set(runs.map((run) => run.phrase))]
  if (phrases.length === 0) return []
  const rows = await listSynonyms(db, locale, phrases)
  const known: Synonym[] = [...rows, ...phrases.flatMap((asked) => common().get(asked) ?? [])]
  return runs.flatMap(({ from, to, phrase: asked }) =>
    known.filter((row) => row.phrase === asked).map((row) => ({ from, to, ...row })),
  )
}

function stemsOfTerm({ words }: Term): string[] {
  return words.map(({ stem }) => stem)
}

export function stemsIn(text: string): string {
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

function pairsAmong(names: string[]): [string, string][] {
  const stems = [...new Set(names.map(stemsIn))]
  return stems.flatMap((one) => stems.filter((other) => other !== one).map((other): [string, string] => [one, other]))
}

let commonByPhrase: Map<string, Synonym[]> | undefined

function common(): Map<string, Synonym[]> {
  commonByPhrase ??= Map.groupBy(
    [
      ...abbreviations.map(([short, long]) => [stemsIn(short), stemsIn(long)] as const),
      ...synonymGroups.flatMap(pairsAmong),
    ].map(([phrase, means]) => ({ phrase, means, isCommon: true })),
    (row) => row.phrase,
  )
  return commonByPhrase
}
