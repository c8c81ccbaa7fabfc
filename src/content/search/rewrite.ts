import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { type Clause, exact, prefix } from './clause.ts'
import { chooseForm, isCorrectable } from './corrections.ts'
import { fromOtherKeyboard } from './keyboard.ts'
import { parseQuery, type Term, withoutStopWords, wordTerms } from './parse-query.ts'
import { clausesFor, minPrefixLength, prefixPatterns, readClauses } from './patterns.ts'
import { listForms } from './queries.ts'
import { isStopWord } from './stop-words.ts'
import { correctWord, findWordWithPrefix } from './vocabulary.ts'
import type { Word } from './words.ts'

export interface Rewrite {
  clauses: Clause[]
  changes: { start: number; end: number; text: string }[]
}

export interface QueryPart {
  text: string
  start: number
  end: number
  terms: Term[]
}

/** A related word shares at least this share of the word, and at least this many letters. */
const minSharedPart = 0.6
const minRootLength = 5

/** Rewrites a piece with unknown words. `clauses` are those of its terms as typed. */
export async function rewriteQueryPart(
  db: Reader,
  locale: Locale,
  piece: QueryPart,
  clauses: Clause[],
): Promise<Rewrite> {
  return (await rewriteKeyboard(db, locale, piece)) ?? rewriteTerms(db, locale, piece.terms, clauses)
}

async function rewriteKeyboard(db: Reader, locale: Locale, piece: QueryPart): Promise<Rewrite | undefined> {
  const { start, end } = piece
  const text = fromOtherKeyboard(piece.text)
  if (!text || piece.terms.some(({ isPhrase }) => isPhrase)) return undefined
  const isLast = piece.terms.some((term) => term.isLast)
  const terms = withoutStopWords(parseQuery(text).map((term) => ({ ...term, isLast: isLast && term.isLast })))
  const read = await readClauses(db, locale, terms)
  const clauses = read.map((clause, at) => ({ ...clause, isCommon: terms[at]?.isCommon }))
  const isKnown = clauses.length > 0 && clauses.every(({ pages }) => pages > 0)
  return isKnown ? { clauses, changes: [{ start, end, text }] } : undefined
}

async function rewriteTerms(db: Reader, locale: Locale, terms: Term[], clauses: Clause[]): Promise<Rewrite> {
  const rewrites: Rewrite[] = []
  for (const [at, term] of terms.entries()) {
    const clause = clauses[at]
    if (clause && clause.pages > 0) rewrites.push({ clauses: [clause], changes: [] })
    else rewrites.push(await rewriteTerm(db, locale, term))
  }
  return mergeRewrites(rewrites)
}

async function rewriteTerm(db: Reader, locale: Locale, term: Term): Promise<Rewrite> {
  const [word] = term.words
  if (word && term.words.length === 1) {
    return (
      (await rewriteAsPrefix(db, locale, term, word)) ??
      (await rewriteAsMistyped(db, locale, word)) ??
      (await rewriteAsRelated(db, locale, word)) ?? { clauses: [], changes: [] }
    )
  }
  const [whole] = term.isPhrase ? [] : (term.spellings[0] ?? [])
  const correction = whole && (await rewriteAsMistyped(db, locale, whole))
  if (correction) return correction
  const terms = withoutStopWords(wordTerms(term))
  return rewriteTerms(db, locale, terms, await readClauses(db, locale, terms))
}

async function rewriteAsPrefix(db: Reader, locale: Locale, term: Term, word: Word): Promise<Rewrite | undefined> {
  if (term.isLast || word.form.length < minPrefixLength) return undefined
  const clauses = await clausesFor(db, locale, [await prefixPatterns(db, locale, word)])
  return clauses.every(({ pages }) => pages > 0) ? { clauses, changes: [] } : undefined
}

async function rewriteAsMistyped(db: Reader, locale: Locale, word: Word): Promise<Rewrite | undefined> {
  const { form, start, end } = word
  if (!isCorrectable(form)) return undefined
  const correction = await correctWord(db, locale, word)
  if (!correction) return undefined
  const [clause] = await clausesFor(db, locale, [[exact(correction.stem)]])
  const shown = correction.isForm ? correction.word : chooseForm(form, await listForms(db, locale, correction.stem))
  const text = shown ?? correction.word
  return { clauses: clause ? [{ ...clause, isCommon: isStopWord(text) }] : [], changes: [{ start, end, text }] }
}

/** Matches by the longest known prefix: «аутентификация» finds «аутентификатор». */
async function rewriteAsRelated(db: Reader, locale: Locale, { form, start, end }: Word): Promise<Rewrite | undefined> {
  const shortest = Math.max(minRootLength, Math.ceil(form.length * minSharedPart))
  const lengths = Array.from({ length: Math.max(0, form.length - shortest) }, (_, cut) => form.length - 1 - cut)
  const roots = await clausesFor(
    db,
    locale,
    lengths.map((length) => [prefix(form.slice(0, length))]),
  )
  const at = roots.findIndex(({ pages }) => pages > 0)
  const clause = roots[at]
  if (!clause) return undefined
  const shown = await findWordWithPrefix(db, locale, form.slice(0, lengths[at]))
  return { clauses: [clause], changes: shown ? [{ start, end, text: shown }] : [] }
}

export function mergeRewrites(rewrites: Rewrite[]): Rewrite {
  return {
    clauses: rewrites.flatMap(({ clauses }) => clauses),
    changes: rewrites.flatMap(({ changes }) => changes),
  }
}
